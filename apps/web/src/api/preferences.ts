import { useQuery } from '@tanstack/preact-query'
import { setLanguage } from '../language/language.ts'
import { setTheme } from '../theme.ts'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'
import type { AnswerOf } from './routes.ts'

export type Preferences = AnswerOf<'GET /api/v1/auth/me/preferences'>

const KEY = ['preferences']

/** The settings of this person, stored at the service for all devices. */
export function usePreferences(): Preferences | undefined {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => readPreferences(signal) }).data
}

async function readPreferences(signal: AbortSignal): Promise<Preferences> {
  const preferences = await call('GET /api/v1/auth/me/preferences', {}, { signal })
  applyPreferences(preferences)
  return preferences
}

function applyPreferences({ locale, theme }: Preferences): void {
  setTheme(theme)
  if (locale !== null && locale !== '') void setLanguage(locale)
}

/** Changes these settings and keeps the others. */
export async function savePreferences(changes: Partial<Preferences>): Promise<void> {
  const saved = await call('PUT /api/v1/auth/me/preferences', { body: changes })
  applyPreferences(saved)
  queryClient.setQueryData(KEY, saved)
}
