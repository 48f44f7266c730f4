import { useQuery } from '@tanstack/preact-query'
import { call } from '../../../api/call.ts'
import { refreshExtensions } from '../../../api/extensions.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { AnswerOf, InputOf } from '../../../api/routes.ts'
import { t } from '../../../language/language.ts'

export type InstalledExtension = AnswerOf<'GET /admin/api/v1/extensions'>[number]
export type GovernBody = Omit<InputOf<'POST /admin/api/v1/extensions'>['body'], 'extension' | 'ext_id'>

const KEY = ['operator', 'extensions']

export const useInstalled = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /admin/api/v1/extensions', {}, { signal }),
    staleTime: 0,
  })

/** Switches, restricts, upgrades, rolls back or removes one for all accounts. */
export async function govern(extension: string, body: GovernBody): Promise<void> {
  await call('POST /admin/api/v1/extensions', { body: { extension, ...body } })
  await refreshInstalled()
}

export async function refreshInstalled(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), refreshExtensions()])
}

export function stateText(row: InstalledExtension): string {
  if (!row.runs) return t('admin.app-cannot-run')
  if (row.available) return row.admin_only ? t('admin.app-admins') : t('admin.app-on')
  if (row.builtin || row.installed_at !== null) return t('admin.app-off')
  return row.compatible ? t('admin.app-offered') : t('admin.app-unfit')
}
