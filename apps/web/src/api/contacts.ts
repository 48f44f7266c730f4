import type { Contact } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export const CONTACTS_LIMIT = 1000

const contactsQuery = (search: string) => ({
  queryKey: ['contacts', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call('GET /api/v1/contacts', { query: { limit: CONTACTS_LIMIT, ...(search !== '' && { search }) } }, { signal }),
})

/** People and shops that this person pays, by name; only those that have the text. */
export const useContacts = (search = '', enabled = true) =>
  useQuery({
    ...contactsQuery(search),
    enabled,
    // While a person types, the list of the text before stays.
    placeholderData: (before: readonly Contact[] | undefined) => before,
  })

/** After one was made, changed, deleted or paid. */
export const refreshContacts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['contacts'] })

/** Whom a payment was with: as it was noted, else by the Lightning address. */
export const contactOf = (
  contacts: readonly Contact[] | undefined,
  { contactId, address }: { readonly contactId: string | undefined; readonly address: string | undefined },
): Contact | undefined =>
  contacts?.find(({ id }) => id === contactId) ??
  contacts?.find(({ target }) => address !== undefined && target === address.toLowerCase())

/** The contact that a person is about to pay; undefined where there is none, or it cannot be asked for now. */
export async function findContact(targets: readonly (string | undefined)[]): Promise<Contact | undefined> {
  const wanted = targets.map((target) => target?.trim().toLowerCase())
  try {
    const contacts = await queryClient.fetchQuery({ ...contactsQuery(''), staleTime: 30_000 })
    return contacts.find(({ target }) => wanted.includes(target.toLowerCase()))
  } catch {
    return undefined
  }
}

/** Notes a payment for its contact. It is paid all the same: an error changes nothing. */
export async function notePaidContact(contactId: string, checkingId: string, walletId: string): Promise<void> {
  await call('PUT /api/v1/payments/{checking_id}/note', {
    path: { checking_id: checkingId },
    query: { wallet_id: walletId },
    body: { contact_id: contactId },
  }).catch(() => undefined)
  await refreshContacts()
}
