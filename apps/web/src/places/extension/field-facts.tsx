import type { FieldShape } from '../../api/extensions.ts'
import { CodeFact } from '../../parts/code-fact.tsx'
import { Fact, Facts } from '../../parts/facts.tsx'
import { lazyPlace } from '../../routing/lazy-place.tsx'
import { type Around, fieldText, isCode } from './field-text.ts'

const ShowPsbt = lazyPlace(() => import('./psbt/show-psbt.tsx').then((part) => part.ShowPsbt))

/** Values with their labels; omits empty ones. */
export function FieldFacts({
  fields,
  values,
  around,
}: {
  readonly fields: readonly FieldShape[]
  readonly values: Readonly<Record<string, unknown>>
  readonly around: Around
}) {
  const shown = fields.flatMap((field) => {
    const value = values[field.name]
    const text = fieldText(field, value, around)
    return text === undefined ? [] : [{ field, value, text }]
  })
  if (shown.length === 0) return null
  const psbts = shown.flatMap(({ field, value }) =>
    field.as === 'psbt' && typeof value === 'string' ? [{ name: field.name, value }] : [],
  )
  return (
    <>
      {psbts.map(({ name, value }) => (
        <ShowPsbt key={name} psbt={value} />
      ))}
      <Facts>
        {shown.map(({ field, value, text }) =>
          isPicture(field, value) ? (
            <Fact key={field.name} name={field.label}>
              <img class="fact-picture" src={value} alt={field.label} />
            </Fact>
          ) : isCode(field, value) ? (
            <CodeFact key={field.name} name={field.label} code={value} />
          ) : (
            <Fact key={field.name} name={field.label}>
              {text}
            </Fact>
          ),
        )}
      </Facts>
    </>
  )
}

/** Only `data:` images: images of other hosts are never loaded. */
const isPicture = (field: FieldShape, value: unknown): value is string =>
  field.as === 'picture' && typeof value === 'string' && value.startsWith('data:')
