import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import { contactRoutes } from './contacts/contact.routes.ts'
import { ContactBody, ContactList } from './contacts/contact-schemas.ts'
import type { PaymentDeps } from './states/payment-deps.ts'

/** Whom a user pays. */
export const contactsFeature: HttpFeature<{ readonly payments: PaymentDeps }> = {
  chapter: readChapter('contacts', import.meta.url),
  components: [ContactBody, ContactList],
  register: (app, { payments }) => contactRoutes(app, payments),
}
