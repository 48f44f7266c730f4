import { type HttpFeature, readChapter } from '@satchel/http/http-feature'
import type { OwnAddresses } from '../lnurl/own-addresses.ts'
import { contactRoutes } from './contacts/contact.routes.ts'
import { ContactBody, ContactList } from './contacts/contact-schemas.ts'
import type { PaymentDeps } from './states/payment-deps.ts'

/** The contacts of a user: payees with names. */
export const contactsFeature: HttpFeature<{ readonly payments: PaymentDeps; readonly ownAddresses: OwnAddresses }> = {
  chapter: readChapter('contacts', import.meta.url),
  components: [ContactBody, ContactList],
  register: (app, { payments, ownAddresses }) => contactRoutes(app, { ...payments, pages: ownAddresses }),
}
