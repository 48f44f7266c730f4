import type { Contact } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export const CONTACTS_LIMIT = 1000

/** People and shops that this person pays, by name; only those that have the text. */
export const useContacts = (search = '', enabled = true) =>
  useQuery({
    queryKey: ['contacts', search],
    queryFn: ({ signal }) =>
      call('GET /api/v1/contacts', { query: { limit: CONTACTS_LIMIT, ...(search !== '' && { search }) } }, { signal }),
    enabled,
    // While a person types, the list of the text before stays.
    placeholderData: (before) => before,
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
