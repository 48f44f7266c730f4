import { Isolated } from '../../language/isolated.tsx'
import { joined } from '../../language/joined.ts'
import { List, TextRow } from '../../parts/list-row.tsx'

/** Violated rules in the audit's words, with the id under which the guide explains them. */
export function ViolationRows({
  violations,
}: {
  readonly violations: readonly { readonly rule: string; readonly about: string; readonly problem: string }[]
}) {
  return (
    <List>
      {violations.map(({ rule, about, problem }) => (
        <TextRow
          key={`${rule} ${about} ${problem}`}
          icon="warning"
          title={<span lang="en">{problem}</span>}
          note={<Isolated>{joined([rule, about])}</Isolated>}
        />
      ))}
    </List>
  )
}
