import { badRequest, type ServiceError } from '@satchel/http/service-error'
import type { PackageManifest } from '../packages/package-schema.ts'

interface LooseField {
  readonly type: string
  readonly optional?: boolean
  readonly default?: unknown
  readonly unique?: string
  readonly index?: boolean
  readonly atRest?: string
  readonly show?: string
}

type LooseShape = Readonly<Record<string, LooseField>>

/** Properties that determine how a field is stored. */
const LYING = ['type', 'unique', 'index', 'atRest'] as const

/**
 * Values for the fields that a later version adds. Versions may only add fields, so that the previous one still works
 * on the same rows (rule X8); 400 for one that removes or changes some.
 */
export function addedDefaults(old: PackageManifest, now: PackageManifest): Readonly<Record<string, unknown>> {
  const [before, after] = [old.resource ?? {}, now.resource ?? {}] as LooseShape[] as [LooseShape, LooseShape]
  for (const [name, field] of Object.entries(before)) {
    const later = Object.hasOwn(after, name) ? after[name] : undefined
    if (later === undefined) throw refused(`takes away the field ${name}`)
    if (LYING.some((key) => field[key] !== later[key])) throw refused(`changes how the field ${name} is kept`)
    if ((field.show === 'once') !== (later.show === 'once')) throw refused(`changes how the field ${name} is kept`)
    if (field.optional === true && later.optional !== true && later.default === undefined) {
      throw refused(`demands the field ${name}, which was optional`)
    }
  }
  const added = Object.entries(after).filter(([name]) => !Object.hasOwn(before, name))
  for (const [name, { optional, default: value, unique, index, atRest, show }] of added) {
    if (optional !== true && value === undefined) throw refused(`demands the new field ${name} without a default`)
    const plain = unique === undefined && index !== true && atRest === undefined && show !== 'once'
    if (value !== undefined && !plain) throw refused(`gives the new field ${name} a default and a special place`)
  }
  return Object.fromEntries(added.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])))
}

const refused = (why: string): ServiceError =>
  badRequest(`The version ${why}: an upgrade only adds, so that it can be rolled back.`)
