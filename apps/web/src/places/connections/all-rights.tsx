import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { locale, t } from '../../language/language.ts'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'

/** Every operation that an access list may contain. */
export const useEndpoints = () =>
  useQuery({
    queryKey: ['acl-endpoints'],
    queryFn: ({ signal }) => call('GET /api/v1/auth/acls/endpoints', {}, { signal }),
    staleTime: Infinity,
  })

/** Chooses single operations. */
export function AllRights({
  entries,
  onEntries,
}: {
  readonly entries: readonly string[]
  readonly onEntries: (entries: readonly string[]) => void
}) {
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useEndpoints()
  if (data === undefined)
    return error === null ? <Skeleton /> : <Problem error={error} onRetry={() => void refetch()} />
  const wanted = search.trim().toLocaleLowerCase(locale())
  const found = data.filter(({ endpoint, description }) =>
    `${endpoint} ${description}`.toLocaleLowerCase(locale()).includes(wanted),
  )
  const toggle = (endpoint: string, on: boolean): void =>
    onEntries(on ? [...entries, endpoint] : entries.filter((each) => each !== endpoint))
  return (
    <div class="stack">
      <Field
        label={t('connect.search')}
        type="search"
        value={search}
        onValue={setSearch}
        hint={t('connect.chosen', { count: entries.length })}
        autocomplete="off"
      />
      <fieldset class="choices endpoints">
        <legend class="unseen">{t('connect.all')}</legend>
        {found.map(({ endpoint, description }) => (
          <label key={endpoint} class="choice">
            <input
              type="checkbox"
              checked={entries.includes(endpoint)}
              onChange={(event) => toggle(endpoint, event.currentTarget.checked)}
            />
            <span lang="en" dir="ltr">
              {description}
              <small>{endpoint}</small>
            </span>
          </label>
        ))}
        {found.length === 0 && <p class="note no-endpoint">{t('connect.nothing-found')}</p>}
      </fieldset>
    </div>
  )
}
