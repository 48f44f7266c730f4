import { layoutOf } from '@satchel/extension-sdk/owner/describe-layout'
import { wordsOf } from '@satchel/extension-sdk/owner/owner-words'
import type { Language } from '@satchel/page/languages'
import type { Release } from '../catalogue/catalogue-release.ts'
import { newestOf } from '../catalogue/choose-release.ts'
import type { SystemDeps } from '../installing/bring-package.ts'
import type { ExtensionCaller } from '../installing/extension-caller.ts'
import type { KnownExtension } from '../installing/present-extensions.ts'
import type { Fee } from '../packages/package-schema.ts'
import { type AskedPermission, riskOf } from '../packages/risk-of.ts'
import { isCompatible } from '../packages/version-bounds.ts'
import type { AccountExtension } from '../stores/account-store.ts'
import { listAccountExtensions } from '../stores/account-store.ts'
import type { ExtensionBody } from './extension-schemas.ts'

/** The extensions for the caller: active ones first, then installed ones, then the rest; each part by name. */
export async function listExtensions(
  deps: SystemDeps,
  caller: ExtensionCaller,
  language?: Language,
): Promise<ExtensionBody[]> {
  await deps.catalogue.ready()
  const own = new Map((await listAccountExtensions(deps.db, caller.userId)).map((one) => [one.extId, one]))
  const seen = listIds(deps).filter((extId) => maySee(deps, caller, extId))
  return seen.map((extId) => inLanguage(deps, toRow(deps, extId, own.get(extId)), language)).toSorted(inOrder)
}

/** Built-ins have their names and descriptions in several languages; packages those of their publisher. */
function inLanguage({ present }: SystemDeps, row: ExtensionBody, language: Language | undefined): ExtensionBody {
  if (language === undefined) return row
  const find = wordsOf(present.find(row.id)?.definition.owner, language)
  return {
    ...row,
    name: find('app.name') ?? row.name,
    short_description: find('app.about') ?? row.short_description,
  }
}

/** One of them; undefined = neither there nor offered. */
export async function findExtensionRow(
  deps: SystemDeps,
  caller: ExtensionCaller,
  extId: string,
): Promise<ExtensionBody> {
  const own = await listAccountExtensions(deps.db, caller.userId)
  return toRow(
    deps,
    extId,
    own.find((one) => one.extId === extId),
  )
}

/** Installed and offered extensions. */
export function listIds({ present, catalogue }: SystemDeps): string[] {
  const offered = catalogue.now().releases.map(({ extId }) => extId)
  return [...new Set([...present.list().map(({ id }) => id), ...offered])]
}

function maySee({ config, present }: SystemDeps, { isAdmin }: ExtensionCaller, extId: string): boolean {
  if (isAdmin) return true
  return !config.disabled.has(extId) && !config.adminOnly.has(extId) && present.find(extId)?.adminOnly !== true
}

const inOrder = (a: ExtensionBody, b: ExtensionBody): number =>
  rank(a) - rank(b) || compareText(a.name.toLowerCase(), b.name.toLowerCase()) || compareText(a.id, b.id)

const rank = ({ active, installed }: ExtensionBody): number => (active ? 0 : installed ? 1 : 2)

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Texts come from the first source, versions from all. */
export function toRow(deps: SystemDeps, extId: string, own: AccountExtension | undefined): ExtensionBody {
  const known = deps.present.find(extId)
  const offered = deps.catalogue
    .now()
    .releasesOf(extId)
    .filter(({ revoked }) => !revoked)
  const fitting = offered.filter(({ entry }) => isCompatible(entry, deps.version))
  const best = fitting.length > 0 ? newestOf(fitting) : offered.length > 0 ? newestOf(offered) : undefined
  const [first] = offered
  const about = known?.definition.manifest
  const layout = known === undefined ? null : layoutOf(known.definition)
  const permissions: readonly AskedPermission[] = about?.permissions ?? best?.entry.permissions ?? []
  return {
    id: extId,
    ext_id: extId,
    name: first?.entry.name ?? about?.name ?? extId,
    short_description: about?.short_description ?? first?.entry.short_description ?? '',
    icon: first?.entry.icon ?? about?.icon ?? null,
    category: known?.definition.owner?.category ?? null,
    layout,
    hue: known?.definition.owner?.hue ?? null,
    for_shops: known?.definition.owner?.forShops ?? layout === 'sell',
    contributors: [...(known?.installed?.manifest.contributors ?? first?.entry.contributors ?? [])],
    version: about?.version ?? best?.version ?? '',
    latest_version: latestOf(offered, about?.version),
    installed: own !== undefined,
    active: own?.active === true && known?.available === true,
    runs: known?.runs !== false,
    available: known?.available === true,
    compatible: known?.compatible ?? fitting.length > 0,
    admin_only: deps.config.adminOnly.has(extId) || known?.adminOnly === true,
    builtin: known?.builtIn === true,
    source_repo: known?.builtIn === true ? 'builtin' : (known?.installed?.package.source ?? best?.source ?? ''),
    pay_to_install: known === undefined ? toPrice(best?.entry.pay_to_install) : null,
    pay_to_enable: priceToEnable(known, best),
    permissions: permissions.map(toPermission),
    risk: riskOf(permissions),
  }
}

function latestOf(offered: readonly Release[], installed: string | undefined): string {
  const newest = offered.length > 0 ? newestOf(offered).version : undefined
  return newest ?? installed ?? ''
}

const toPrice = (fee: Fee | undefined): ExtensionBody['pay_to_install'] => fee ?? null

function priceToEnable(known: KnownExtension | undefined, best: Release | undefined): ExtensionBody['pay_to_enable'] {
  const price = known?.instance?.price
  if (price === undefined)
    return toPrice(known === undefined ? best?.entry.pay_to_enable : known.installed?.entry.pay_to_enable)
  return { amount: price.amountSat, description: price.description, wallet: '', wallet_id: '' }
}

export const toPermission = ({ id, reason, to, hosts }: AskedPermission): ExtensionBody['permissions'][number] => ({
  id,
  reason,
  ...(to !== undefined && { to }),
  ...(hosts !== undefined && { hosts: [...hosts] }),
})
