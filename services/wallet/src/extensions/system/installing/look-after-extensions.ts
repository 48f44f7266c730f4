import { unixSeconds } from '../../../clock.ts'
import type { Actor } from '../../../events/audit-log.ts'
import { queueJobs } from '../../host/stores/job-store.ts'
import { bringPackage, type SystemDeps } from './bring-package.ts'
import { changeInstance } from '../stores/instance-commands.ts'

const BY_ITSELF: Actor = { id: 'environment', address: '' }

/** What is done at the start, and every hour from then on: news from the catalogues, and what follows from them. */
export async function lookAfterExtensions(deps: SystemDeps): Promise<void> {
  await deps.catalogue.refresh()
  await switchOffRevoked(deps)
  await installDefaults(deps)
}

/** A publisher's last means against a version that does harm. */
async function switchOffRevoked(deps: SystemDeps): Promise<void> {
  const { present, catalogue, log } = deps
  for (const { id: extId, installed, instance } of present.list()) {
    if (installed === undefined || instance?.offReason !== '') continue
    if (!catalogue.now().isRevoked({ extId, ...installed.package })) continue
    const at = unixSeconds(deps.clock)
    const offReason = 'Its publisher has revoked this version.'
    await deps.db.transact(changeInstance, { extId, builtIn: false, available: false, offReason, actor: BY_ITSELF, at })
    await present.reload()
    await tellSuperUsers(deps, extId, installed.package)
    log.error({ extension: extId, version: installed.package.version }, 'an extension was revoked and is switched off')
  }
}

/** By mail, where mail is set up: a super user does not check a list that was fine yesterday. */
async function tellSuperUsers(
  { db, clock }: SystemDeps,
  extId: string,
  { version, hash }: { readonly version: string; readonly hash: string },
): Promise<void> {
  const sql = `SELECT email FROM users WHERE role = 'super-user' AND email <> ''`
  const jobs = (await db.list(sql, [], (row: { email: string }) => row.email)).map((to) => ({
    extId,
    kind: 'mail' as const,
    reference: `revoked ${hash} ${to}`,
    account: 'operator',
    payload: JSON.stringify({
      to,
      subject: `Extension ${extId} was switched off`,
      text: `The publisher of ${extId} has revoked version ${version}, which was in use here. It is switched off until another version is installed. What it keeps is still there.`,
    }),
  }))
  await db.transact(queueJobs, { jobs, now: clock() })
}

/** Those of SERVICE_EXTENSIONS_DEFAULT_INSTALL that no administrator has removed, and that cost nothing. */
async function installDefaults(deps: SystemDeps): Promise<void> {
  const { present, config, log } = deps
  for (const extId of config.defaultInstall) {
    const removed = present.instances().some((one) => one.extId === extId && !one.present)
    if (present.find(extId) !== undefined || removed || config.disabled.has(extId)) continue
    try {
      const by = { userId: BY_ITSELF.id, actor: BY_ITSELF }
      await bringPackage(deps, { extId, ...by, acceptPermissions: false, unattended: true })
    } catch (error) {
      log.warn({ extension: extId, err: error }, 'an extension of SERVICE_EXTENSIONS_DEFAULT_INSTALL is not installed')
    }
  }
}
