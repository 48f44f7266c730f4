import { useQuery } from '@tanstack/preact-query'
import { call } from '../../../api/call.ts'
import { refreshExtensions, useExtensions } from '../../../api/extensions.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { AnswerOf, InputOf } from '../../../api/routes.ts'
import { locale, t } from '../../../language/language.ts'

export type InstalledExtension = AnswerOf<'GET /admin/api/v1/extensions'>[number]
export type Release = AnswerOf<'GET /admin/api/v1/extensions/releases'>[number]
export type GovernBody = Omit<InputOf<'POST /admin/api/v1/extensions'>['body'], 'extension' | 'ext_id'>

const KEY = ['operator', 'extensions']

/** Installed extensions sorted by translated name. */
export function useInstalled() {
  const answer = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /admin/api/v1/extensions', {}, { signal }),
    staleTime: 0,
  })
  const shown = new Map(useExtensions().data?.map((row) => [row.id, row]))
  const data = answer.data
    ?.map((row) => ({
      ...row,
      name: shown.get(row.id)?.name ?? row.name,
      short_description: shown.get(row.id)?.short_description ?? row.short_description,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale()))
  return { ...answer, data }
}

/**
 * Releases of an extension, newest first. If several sources offer a version, the one that the service would install.
 */
export function useReleases(extId: string) {
  const answer = useQuery({
    queryKey: [...KEY, extId],
    queryFn: ({ signal }) => call('GET /admin/api/v1/extensions/releases', { query: { ext_id: extId } }, { signal }),
    staleTime: 0,
  })
  const isFirst = ({ version }: Release, at: number, all: readonly Release[]): boolean =>
    all.findIndex((each) => each.version === version) === at
  return { ...answer, releases: answer.data?.filter(isFirst) }
}

/** Changes an extension for all accounts: switch, restrict, upgrade, roll back or remove it. */
export async function govern(extension: string, body: GovernBody): Promise<void> {
  await call('POST /admin/api/v1/extensions', { body: { extension, ...body } })
  await refreshInstalled()
}

export async function refreshInstalled(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries({ queryKey: KEY }), refreshExtensions()])
}

export const isHere = ({ builtin, installed_at: installedAt }: InstalledExtension): boolean =>
  builtin || installedAt !== null

export function stateText(row: InstalledExtension): string {
  if (!row.runs) return t('admin.app-cannot-run')
  if (row.available) return row.admin_only ? t('admin.app-admins') : t('admin.app-on')
  if (isHere(row)) return t('admin.app-off')
  return row.compatible ? t('admin.app-offered') : t('admin.app-unfit')
}
