import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import { contactRoutes } from './contacts/contact.routes.ts'
import { ContactBody, ContactList } from './contacts/contact-schemas.ts'
import type { PaymentDeps } from './states/payment-deps.ts'

/** The contacts of a user: payees with names. */
export const contactsFeature: HttpFeature<{ readonly payments: PaymentDeps }> = {
  chapter: readChapter('contacts', import.meta.url),
  components: [ContactBody, ContactList],
  register: (app, { payments }) => contactRoutes(app, payments),
}
