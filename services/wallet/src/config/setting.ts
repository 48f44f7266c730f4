import type { Variable } from '@satchel/configuration/variables/variable'
import type { ValueOf } from '@satchel/http/environment'
import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'

export const SETTING_GROUPS = ['site', 'accounts', 'amounts', 'in-flight', 'fees', 'requests'] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

export const SETTING_UNITS = ['sat', 'msat', 'ppm', 'seconds'] as const
export type SettingUnit = (typeof SETTING_UNITS)[number]

/** The unit of a setting, from the end of its name. */
export const unitOf = (name: string): SettingUnit | null =>
  SETTING_UNITS.find((unit) => new RegExp(`_${unit}s?$`).test(name)) ?? null

interface Place<Items extends TSchema> {
  /** Its group on a page. */
  readonly group: SettingGroup
  /** `live`, the default: with the next request, in all processes within a second. */
  readonly takesEffect?: 'live' | 'restart'
  /** For the API, if it differs from the variable. */
  readonly about?: string
  /** Bounds of a list or a text. */
  readonly bounds?: Readonly<Partial<Record<'minItems' | 'maxItems' | 'minLength' | 'maxLength', number>>>
  readonly items?: Items
}

type SettingValue<V extends Variable, Items extends TSchema> = V extends { readonly kind: 'list' }
  ? readonly Static<Items>[]
  : ValueOf<V>

/** A variable that an administrator may also change while the service runs; the environment has the default (rule S530). */
export const setting = <V extends Variable, Items extends TSchema = TSchema>(variable: V, place: Place<Items>) => ({
  ...variable,
  setting: {
    group: place.group,
    takesEffect: place.takesEffect ?? 'live',
    schema: schemaOf(variable, place) as TUnsafe<SettingValue<V, Items>>,
  },
})

function schemaOf(variable: Variable, { about, bounds, items }: Place<TSchema>): TSchema {
  const { kind, min = 0, max = 0, choices = [] } = variable
  const description = about ?? variable.about
  if (kind === 'flag') return Type.Boolean({ description })
  if (kind === 'integer') return Type.Integer({ minimum: min, maximum: max, description })
  if (kind === 'choice') return oneOf(choices, description)
  if (kind === 'text') return Type.String({ ...bounds, pattern: '^[^\\u0000]*$', description })
  return Type.Array(items ?? Type.String(), { ...bounds, uniqueItems: true, description })
}

export const oneOf = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], description })

/** The values of settings, by their names. */
export type SettingValuesOf<S extends Readonly<Record<string, { readonly setting: { readonly schema: TSchema } }>>> = {
  readonly [Name in keyof S]: Static<S[Name]['setting']['schema']>
}
