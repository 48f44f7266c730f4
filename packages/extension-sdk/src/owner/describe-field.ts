import type { Field, ScalarField, Shape } from '../shape.ts'
import { fieldBounds, isScalar } from '../shape-schema.ts'
import type { OwnerField } from './owner.ts'
import type { DescribedField } from './owner-description.ts'
import { type FindWords, labelFrom } from './owner-words.ts'

export interface FieldWords {
  readonly find: FindWords
  /** The first prefix for texts: `tickets` → `tickets.name`, then `field.name`. */
  readonly place?: string
  readonly layout?: Readonly<Record<string, OwnerField>>
  /** Packages explain their fields in `doc`; built-ins have texts for owners. */
  readonly docIsHelp: boolean
}

export const describeFields = (shape: Shape | undefined, words: FieldWords): readonly DescribedField[] =>
  Object.entries(shape ?? {})
    .filter(([name]) => words.layout?.[name]?.hidden === undefined)
    .map(([name, field]) => describeField(name, field, words))

function describeField(name: string, field: Field, words: FieldWords): DescribedField {
  const { find, place, layout, docIsHelp } = words
  const own = place === undefined ? [] : [`${place}.${name}`]
  const help = find(`help.${name}`) ?? (docIsHelp ? field.doc : undefined)
  const { group = field.group, advanced = field.advanced, example = field.example } = layout?.[name] ?? {}
  const { min, max } = fieldBounds(field)
  return {
    name,
    type: field.type,
    label: find.own(...own, `field.${name}`) ?? field.label ?? find(...own, `field.${name}`) ?? labelFrom(name),
    ...(help !== undefined && { help }),
    ...(group !== undefined && { group }),
    ...(advanced === true && { advanced }),
    ...(example !== undefined && { example }),
    required: field.by !== 'server' && field.optional !== true && field.default === undefined,
    optional: field.optional === true,
    server: field.by === 'server',
    fixed: field.fixed === true,
    show: field.show ?? 'owner',
    ...(field.default !== undefined && field.default !== null && { default: field.default }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...((field.type === 'text' || field.type === 'int') && field.as !== undefined && { as: field.as }),
    ...(field.type === 'int' && field.as !== undefined && zeroOf(name, find)),
    ...(field.type === 'text' && field.oneOf !== undefined && { options: optionsOf(name, field.oneOf, find) }),
    ...(field.type === 'list' && {
      of: isScalar(field.of)
        ? [describeScalar(name, field.of, find)]
        : describeFields(field.of, { find, place: name, docIsHelp: false }),
      isPlain: isScalar(field.of),
      maxItems: field.maxItems,
      minItems: field.minItems ?? 0,
    }),
  }
}

/** The meaning of zero for a time: never. */
function zeroOf(name: string, find: FindWords): Pick<DescribedField, 'options'> {
  const label = find(`option.${name}.0`)
  return label === undefined ? {} : { options: [{ value: '0', label }] }
}

const optionsOf = (name: string, values: readonly string[], find: FindWords) =>
  values.map((value) => ({ value, label: find(`option.${name}.${value}`, `option.${value}`) ?? labelFrom(value) }))

/** The elements of a plain list have the label of the list. */
function describeScalar(name: string, of: ScalarField, find: FindWords): DescribedField {
  return {
    name: '',
    type: of.scalar,
    label: find(`field.${name}.one`, `field.${name}`) ?? labelFrom(name),
    required: true,
    optional: false,
    server: false,
    fixed: false,
    show: 'owner',
    ...(of.scalar === 'int' && of.as !== undefined && { as: of.as }),
    ...(of.scalar === 'int' && of.min !== undefined && { min: of.min }),
    ...(of.scalar === 'int' ? of.max !== undefined && { max: of.max } : { max: of.max }),
    ...(of.scalar === 'text' && of.oneOf !== undefined && { options: optionsOf(name, of.oneOf, find) }),
  }
}
