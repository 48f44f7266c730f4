import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { Isolated } from '../../../language/isolated.tsx'
import { type TextKey, t } from '../../../language/language.ts'
import { ButtonRow, List } from '../../../parts/list-row.tsx'
import { Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { originText, SETTINGS_KEY, type Setting } from './setting.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { textOf, valueText } from './setting-text.ts'

const GROUPS: Readonly<Record<Setting['group'], TextKey>> = {
  site: 'admin.group-site',
  accounts: 'admin.group-accounts',
  amounts: 'admin.group-amounts',
  'in-flight': 'admin.group-in-flight',
  fees: 'admin.group-fees',
  requests: 'admin.group-requests',
}

/** All settings with value and source; edited one at a time. */
export function Settings() {
  const [open, setOpen] = useState<string | undefined>(undefined)
  const { data, error, refetch } = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call('GET /api/v1/admin/settings/description', {}, { signal }),
    staleTime: 0,
  })
  const chosen = data?.find(({ name }) => name === open)
  return (
    <Page title={t('admin.settings')} back="/admin">
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined
        ? error === null && <Skeleton />
        : groupsOf(data).map(({ group, settings }) => (
            <section key={group} class="stack" aria-label={t(GROUPS[group])}>
              <h2>{t(GROUPS[group])}</h2>
              <List label={t(GROUPS[group])}>
                {settings.map((setting) => (
                  <ButtonRow
                    key={setting.name}
                    title={textOf(setting).title}
                    note={
                      <>
                        <Isolated>{valueText(setting, setting.value)}</Isolated>
                        {' · '}
                        {originText(setting.origin)}
                      </>
                    }
                    onClick={() => setOpen(setting.name)}
                  />
                ))}
              </List>
            </section>
          ))}
      {chosen !== undefined && <SettingDialog setting={chosen} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

/** In the order of the service. */
function groupsOf(settings: readonly Setting[]) {
  const groups = [...new Set(settings.map(({ group }) => group))]
  return groups.map((group) => ({ group, settings: settings.filter((setting) => setting.group === group) }))
}
