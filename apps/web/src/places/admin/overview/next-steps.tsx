import { useStatus } from '../../../api/wallets.ts'
import { t } from '../../../language/language.ts'
import { LinkRow, List, TextRow } from '../../../parts/list-row.tsx'
import type { ServerStatus } from '../operator.ts'
import { ownOrigin } from './judge-address.ts'
import { listSteps } from './list-steps.ts'

/** What is left of the set-up; nothing when all is done. */
export function NextSteps({ status }: { readonly status: ServerStatus }) {
  const publicUrl = useStatus()?.public_url
  if (publicUrl === undefined) return null
  const steps = listSteps({ status, publicUrl, origin: ownOrigin() })
  if (steps.length === 0) return null
  return (
    <section class="stack" aria-labelledby="next-steps">
      <h2 id="next-steps">{t('admin.next-steps')}</h2>
      <List label={t('admin.next-steps')}>
        {steps.map(({ title, why, to }) =>
          to === undefined ? (
            <TextRow key={title} icon="edit" title={title} note={why} />
          ) : (
            <LinkRow key={title} to={to} icon="edit" title={title} note={why} />
          ),
        )}
      </List>
    </section>
  )
}
