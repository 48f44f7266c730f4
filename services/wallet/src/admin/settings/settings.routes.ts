import { LARGE_BODY_BYTES } from '@satchel/http/body-limits'
import type { HttpApp } from '@satchel/http/http-app'
import { schemaRef } from '@satchel/http/schema-ref'
import { invalid } from '@satchel/http/service-error'
import { type TSchema, Type } from 'typebox'
import { actorOf } from '../../access/access-rules.ts'
import { shownBy } from '../../access/shown-credential.ts'
import { type Clock, unixSeconds } from '../../base/clock.ts'
import { SETTING_NAMES, SETTINGS, type SettingName, type SettingValues } from '../../config/settings.ts'
import type { Database } from '../../db/database.ts'
import { changeSettings } from './change-settings.ts'
import type { LiveSettings } from './live-settings.ts'

export interface SettingsRoutesDeps {
  readonly db: Database
  readonly clock: Clock
  readonly settings: LiveSettings
}

/** The super user reads and changes settings while the service runs (rule S530). */
export function settingsRoutes(app: HttpApp, { db, clock, settings }: SettingsRoutesDeps): void {
  for (const [url, where] of PLACES) {
    app.get(url, { config: { access: 'super-user' }, schema: readSchema(where) }, async () => settings.values())
    app.put(
      url,
      {
        config: { access: 'super-user', grantsAccess: true },
        schema: changeSchema(where),
        bodyLimit: LARGE_BODY_BYTES,
      },
      async (request) => {
        const { reset = [], ...set } = request.body
        const both = reset.find((name) => set[name] !== undefined)
        if (both !== undefined) {
          const msg = `${both} cannot be set and reset at once`
          throw invalid({ type: 'value_error', loc: ['body', 'reset'], msg, input: reset })
        }
        await db.transact(changeSettings, {
          set,
          reset,
          actor: actorOf(request),
          at: unixSeconds(clock),
          shown: shownBy(request),
        })
        await settings.refresh()
        return settings.values()
      },
    )
  }
}

/** The same routes under both paths; the second word is part of the operation's name. */
const PLACES = [
  ['/api/v1/admin/settings', ''],
  ['/admin/api/v1/settings', 'OfAdmin'],
] as const

const TAKES_EFFECT = { live: 'Takes effect immediately.', restart: 'Takes effect after the next start.' } as const

const fields: Record<string, TSchema> = Object.fromEntries(
  SETTING_NAMES.map((name) => {
    const { schema, takesEffect } = SETTINGS[name].setting
    const { description } = schema as { description?: string }
    return [name, { ...schema, description: `${description} ${TAKES_EFFECT[takesEffect]}` }]
  }),
)

export const Settings = Type.Object(fields, {
  $id: 'Settings',
  description: 'Settings in force: the value stored here, else the one of the environment.',
})

interface ChangeBody extends Partial<SettingValues> {
  readonly reset?: readonly SettingName[]
}

export const SettingsChange = Type.Object(
  {
    ...Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])),
    reset: Type.Optional(
      Type.Array(Type.Unsafe<SettingName>({ type: 'string', enum: [...SETTING_NAMES] }), {
        uniqueItems: true,
        description: 'Names of settings to reset to the environment.',
      }),
    ),
  },
  // The API documentation fills in this example: trying it must change almost nothing.
  {
    $id: 'SettingsChange',
    description: 'The settings to change.',
    additionalProperties: false,
    examples: [{ site_motd: 'Closed on Sundays.' }],
  },
)

const answer = (description: string) => ({
  200: Type.Unsafe<SettingValues>({ ...schemaRef(Settings), description }),
})

const readSchema = (where: string) => ({
  operationId: `getSettings${where}`,
  tags: ['admin'],
  summary: 'Read the settings',
  description: 'Limits, fees, log-ins and texts that can be changed while the service runs.',
  response: answer('The settings in force.'),
})

const changeSchema = (where: string) => ({
  operationId: `changeSettings${where}`,
  tags: ['admin'],
  summary: 'Change settings',
  description:
    'Send only the settings to change; all or none are stored. 422 for unknown names and values out of range. Each change is in the audit log. Other processes follow within a second.',
  body: Type.Unsafe<ChangeBody>(schemaRef(SettingsChange)),
  response: answer('The settings in force after the change.'),
})
