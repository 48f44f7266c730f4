import type { Contact } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export const CONTACTS_LIMIT = 1000

const contactsQuery = (search: string) => ({
  queryKey: ['contacts', search],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call('GET /api/v1/contacts', { query: { limit: CONTACTS_LIMIT, ...(search !== '' && { search }) } }, { signal }),
})

/** People and shops that this person pays, by name; only those that have the text. */
export const useContacts = (search = '') =>
  useQuery({
    ...contactsQuery(search),
    // While a person types, the list of the text before stays.
    placeholderData: (before: readonly Contact[] | undefined) => before,
  })

/** After one was made, changed, deleted or paid. */
export const refreshContacts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['contacts'] })

/** Whom a payment was with: as it was noted, else by the Lightning address. Null: no contact. */
export const useContactOf = (contactId: string | undefined, address: string | undefined) =>
  useQuery({
    queryKey: ['contacts', 'of', contactId, address],
    queryFn: async () =>
      (contactId === undefined ? null : await readContact(contactId)) ?? (await findByTarget(address)),
    enabled: contactId !== undefined || address !== undefined,
  }).data

/** The contact that a person is about to pay; undefined where there is none, or it cannot be asked for now. */
export async function findContact(targets: readonly (string | undefined)[]): Promise<Contact | undefined> {
  try {
    for (const target of targets) {
      const found = await findByTarget(target)
      if (found !== null) return found
    }
  } catch {
    // It is paid without its name.
  }
  return undefined
}

/** Null: of another person who has access to the wallet, or deleted. */
async function readContact(id: string): Promise<Contact | null> {
  try {
    return await call('GET /api/v1/contacts/{id}', { path: { id } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const MAX_SEARCH = 100

/** The service searches a text; the target is the whole of it. */
async function findByTarget(target: string | undefined): Promise<Contact | null> {
  const wanted = target?.trim().toLowerCase() ?? ''
  if (wanted === '') return null
  const found = await call('GET /api/v1/contacts', { query: { search: wanted.slice(0, MAX_SEARCH) } })
  return found.find((contact) => contact.target.toLowerCase() === wanted) ?? null
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
