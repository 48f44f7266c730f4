import type { Extension, ExtensionDescription } from '@satchel/client/operations'
import { useQuery } from '@tanstack/preact-query'
import { useLanguage } from '../language/language.ts'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export type ExtensionRow = Extension

/** A field of the description, or of an element of a list. */
export type FieldShape = Omit<ExtensionDescription['fields'][number], 'of'> & { readonly of?: readonly FieldShape[] }

export interface ActionShape extends Omit<ExtensionDescription['actions'][number], 'fields' | 'answer'> {
  readonly fields: readonly FieldShape[]
  readonly answer: readonly FieldShape[]
}

export interface ListShape extends Omit<ExtensionDescription['lists'][number], 'fields' | 'actions'> {
  readonly fields: readonly FieldShape[]
  readonly actions: readonly ActionShape[]
}

/** The description from which the app draws the pages of an extension. */
export interface Description extends Omit<ExtensionDescription, 'fields' | 'options' | 'actions' | 'lists'> {
  readonly fields: readonly FieldShape[]
  readonly options: readonly FieldShape[]
  readonly actions: readonly ActionShape[]
  readonly lists: readonly ListShape[]
}

export type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly wallet: string }

/** All extensions, with their names in the language of the screen. */
export function useExtensions() {
  const { language } = useLanguage()
  return useQuery({
    queryKey: ['extensions', language],
    queryFn: ({ signal }) => call('GET /api/v1/extension', { query: { language } }, { signal }),
  })
}

export function useDescription(extId: string, enabled: boolean) {
  const { language } = useLanguage()
  return useQuery({
    queryKey: ['extension-description', extId, language],
    queryFn: async ({ signal }) =>
      (await call(
        'GET /api/v1/extension/{ext_id}/description',
        { path: { ext_id: extId }, query: { language } },
        { signal },
      )) as Description,
    enabled,
    staleTime: Infinity,
  })
}

/** Reloads the extensions after one was switched, installed or changed. */
export async function refreshExtensions(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['extensions'] })
  await queryClient.invalidateQueries({ queryKey: ['extension-description'] })
}
