import type { HttpApp } from '@satchel/http/http-app'
import { type Static, type TSchema, Type } from 'typebox'
import { SETTING_GROUPS, SETTING_UNITS, type SettingGroup, type SettingUnit, unitOf } from '../../config/setting.ts'
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from '../../config/settings.ts'
import type { LiveSettings } from './live-settings.ts'

type Kind = 'boolean' | 'integer' | 'text' | 'choice' | 'choices' | 'list'

/** The data with which a page shows every setting, without knowing one of them. */
export function settingDescriptionRoutes(app: HttpApp, { settings }: { readonly settings: LiveSettings }): void {
  app.get('/api/v1/admin/settings/description', { config: { access: 'super-user' }, schema: DESCRIBE }, async () => {
    const origins = await settings.origins()
    const inForce = settings.values()
    return SETTING_NAMES.map((name) => ({
      ...describe(name),
      value: plain(inForce[name]),
      default: plain(origins.defaults[name]),
      origin: origins.of(name),
    }))
  })
}

const plain = (value: SettingValues[SettingName]) => (typeof value === 'object' ? [...value] : value)

function describe(name: SettingName) {
  const { schema, takesEffect, group } = SETTINGS[name].setting
  const { description = '', minimum, maximum, minLength, maxLength, ...facts } = schema as TSchema as Facts
  const options = facts.enum ?? facts.items?.enum
  return {
    name,
    group,
    type: kindOf(facts, options),
    unit: unitOf(name),
    minimum: minimum ?? minLength ?? facts.minItems ?? null,
    maximum: maximum ?? maxLength ?? facts.maxItems ?? null,
    options: options === undefined ? null : [...options],
    description,
    needs_restart: takesEffect === 'restart',
  }
}

type Facts = TSchema & {
  readonly type: string
  readonly enum?: readonly string[]
  readonly items?: { readonly enum?: readonly string[] }
} & Partial<
    Readonly<Record<'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems', number>> & {
      readonly description: string
    }
  >

function kindOf({ type }: Pick<Facts, 'type'>, options: readonly string[] | undefined): Kind {
  if (type === 'boolean' || type === 'integer') return type
  if (type === 'array') return options === undefined ? 'list' : 'choices'
  return options === undefined ? 'text' : 'choice'
}

const Value = Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Array(Type.String())], {
  description: 'Value of the type `type`.',
})
const orNull = <S extends TSchema>(schema: S, description: string) => Type.Union([schema, Type.Null()], { description })
const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })

const DESCRIBE = {
  operationId: 'describeSettings',
  tags: ['admin'],
  summary: 'Describe the settings',
  description:
    'Each setting with its group, type, bounds, value and source of the value, for pages that show and change them.',
  response: {
    200: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name as in `PUT /api/v1/admin/settings`.' }),
        group: Type.Unsafe<SettingGroup>({ ...oneOf(SETTING_GROUPS), description: 'Group of the setting.' }),
        type: Type.Unsafe<Kind>({
          ...oneOf(['boolean', 'integer', 'text', 'choice', 'choices', 'list']),
          description: '`choices`: several of `options`; `list`: several texts.',
        }),
        unit: orNull(Type.Unsafe<SettingUnit>(oneOf(SETTING_UNITS)), 'Unit of the number; null = none.'),
        minimum: orNull(Type.Integer(), 'Smallest number, or fewest characters or entries; null = no bound.'),
        maximum: orNull(Type.Integer(), 'Largest number, or most characters or entries; null = no bound.'),
        options: orNull(Type.Array(Type.String()), 'Allowed values of a choice; null = other types.'),
        description: Type.String({ description: 'Effect of the setting.' }),
        needs_restart: Type.Boolean({ description: 'True: a change applies after a restart.' }),
        value: Value,
        default: Type.Unsafe<Static<typeof Value>>({
          ...Value,
          description: 'Value after a reset: of the environment, else the default.',
        }),
        origin: Type.Unsafe<'default' | 'environment' | 'stored'>({
          ...oneOf(['default', 'environment', 'stored']),
          description: '`stored`: changed by an administrator; `environment`: set by its variable.',
        }),
      }),
      { description: 'In the order of the manual.' },
    ),
  },
} as const
