import { fullTime } from '../../../language/dates.ts'
import { Isolated } from '../../../language/isolated.tsx'
import { t } from '../../../language/language.ts'
import { List, TextRow } from '../../../parts/list-row.tsx'
import { troubleText } from '../trouble-text.ts'
import type { NodeSettings } from './node-settings.ts'

type Trouble = NodeSettings['in_use']['troubles'][number]

/** Each trouble of the node, with advice, the setting to change, and the observation. */
export function NodeTroubles({ troubles }: { readonly troubles: readonly Trouble[] }) {
  if (troubles.length === 0) return null
  return (
    <List>
      {troubles.map((trouble) => (
        <TroubleRow key={`${trouble.kind} ${trouble.variable ?? ''}`} trouble={trouble} />
      ))}
    </List>
  )
}

function TroubleRow({ trouble: { kind, variable, detail, since } }: { readonly trouble: Trouble }) {
  const { title, advice } = troubleText(kind)
  return (
    <TextRow
      icon="warning"
      title={title}
      note={
        <>
          {advice !== undefined && (
            <>
              {advice}
              <br />
            </>
          )}
          {variable !== null && (
            <>
              {t('admin.trouble-setting')}: <Isolated>{variable}</Isolated>
              <br />
            </>
          )}
          <span lang="en" dir="auto">
            {detail}
          </span>
          <br />
          {t('admin.trouble-since', { time: fullTime(since) })}
        </>
      }
    />
  )
}
