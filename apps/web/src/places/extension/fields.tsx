import type { FieldShape } from '../../api/extensions.ts'
import { t } from '../../language/language.ts'
import { FieldInput } from './inputs/field-input.tsx'
import type { FieldsProps } from './inputs/input-props.ts'
import { splitFields } from './more-fields.ts'

/** The fields of a form by group; few people need those behind *More settings*. */
export function Fields({ groups = {}, columns, ...props }: FieldsProps) {
  const { usual, more } = splitFields(
    props.fields.filter((field) => !(props.isChange === true && field.fixed)),
    columns,
  )
  return (
    <>
      <Grouped {...props} fields={usual} groups={groups} />
      {more.length > 0 && <Advanced {...props} fields={more} groups={groups} />}
    </>
  )
}

type GroupedProps = FieldsProps & { readonly groups: Readonly<Record<string, string>> }

function Advanced(props: GroupedProps) {
  return (
    <details class="more-fields">
      <summary>{t('ext.advanced')}</summary>
      <div class="stack">
        <Grouped {...props} />
      </div>
    </details>
  )
}

function Grouped(props: GroupedProps) {
  const { fields, groups } = props
  const alone = fields.filter(({ group }) => group === undefined)
  const names = Object.keys(groups).filter((name) => fields.some(({ group }) => group === name))
  const within = (name: string) => fields.filter(({ group }) => group === name)
  return (
    <>
      <Some {...props} fields={alone} />
      {names.map((name) =>
        isNamedInside(within(name), groups[name]) ? (
          <Some key={name} {...props} fields={within(name)} />
        ) : (
          <fieldset key={name} class="field-group">
            <legend>{groups[name]}</legend>
            <Some {...props} fields={within(name)} />
          </fieldset>
        ),
      )}
      {/* The description may omit group names of packages. */}
      <Some {...props} fields={fields.filter(({ group }) => group !== undefined && groups[group] === undefined)} />
    </>
  )
}

/** A list of fields has a legend with this name: do not repeat it. */
const isNamedInside = (fields: readonly FieldShape[], legend: string | undefined): boolean =>
  fields.some(({ type, isPlain, label }) => type === 'list' && isPlain !== true && label === legend)

function Some({ fields, draft, onDraft, error, place = [] }: FieldsProps) {
  return (
    <>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={draft[field.name] ?? ''}
          onValue={(value) => onDraft({ ...draft, [field.name]: value })}
          error={error}
          place={[...place, field.name]}
          currency={draft['currency']}
          Fields={Fields}
        />
      ))}
    </>
  )
}
