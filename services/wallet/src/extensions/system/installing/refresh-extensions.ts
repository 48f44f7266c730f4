import { unixSeconds } from '../../../base/clock.ts'
import type { Actor } from '../../../events/audit-log.ts'
import { queueJobs } from '../../host/stores/job-store.ts'
import { changeInstance } from '../stores/instance-commands.ts'
import { bringPackage, type SystemDeps } from './bring-package.ts'

const BY_ITSELF: Actor = { id: 'environment', address: '' }

/** Runs at the start and every hour: refreshes the catalogues and acts on their changes. */
export async function refreshExtensions(deps: SystemDeps): Promise<void> {
  await deps.catalogue.refresh()
  await switchOffRevoked(deps)
  await installDefaults(deps)
}

/** Switches off versions that their publisher has revoked as harmful. */
async function switchOffRevoked(deps: SystemDeps): Promise<void> {
  const { present, catalogue, log } = deps
  for (const { id: extId, installed, instance } of present.list()) {
    if (installed === undefined || instance?.offReason !== '') continue
    if (!catalogue.now().isRevoked({ extId, ...installed.package })) continue
    await switchOff(deps, extId, 'Its publisher has revoked this version.')
    await tellSuperUsers(deps, extId, {
      reference: `revoked ${installed.package.hash}`,
      text: `The publisher of ${extId} has revoked version ${installed.package.version}, which was in use here. It is switched off until another version is installed. What it keeps is still there.`,
    })
    log.error({ extension: extId, version: installed.package.version }, 'an extension was revoked and is switched off')
  }
}

/** Its code cannot be loaded. It stays off, also after a restart, until a super user switches it on. */
export async function switchOffUnloadable(deps: SystemDeps, extId: string, why: string): Promise<void> {
  const what = `could not be loaded three times within ten minutes: ${why}.`
  await switchOff(deps, extId, `Its code ${what}`)
  await tellSuperUsers(deps, extId, {
    reference: `unloadable ${deps.clock()}`,
    text: `The code of ${extId} ${what} It is switched off until a super user switches it on again. What it keeps is still there.`,
  })
  deps.log.error({ extension: extId }, 'the code of an extension cannot be loaded; the extension is switched off')
}

async function switchOff({ db, clock, present }: SystemDeps, extId: string, offReason: string): Promise<void> {
  const at = unixSeconds(clock)
  await db.transact(changeInstance, { extId, builtIn: false, available: false, offReason, actor: BY_ITSELF, at })
  await present.reload()
}

/** Notifies super users by mail, if mail is set up, because they do not check the list every day. */
async function tellSuperUsers(
  { db, clock }: SystemDeps,
  extId: string,
  { reference, text }: { readonly reference: string; readonly text: string },
): Promise<void> {
  const sql = `SELECT email FROM users WHERE role = 'super-user' AND email <> ''`
  const jobs = (await db.list(sql, [], (row: { email: string }) => row.email)).map((to) => ({
    extId,
    kind: 'mail' as const,
    reference: `${reference} ${to}`,
    account: 'operator',
    payload: JSON.stringify({
      to,
      subject: `Extension ${extId} was switched off`,
      text,
    }),
  }))
  await db.transact(queueJobs, { jobs, now: clock() })
}

/** Those of SERVICE_EXTENSIONS_DEFAULT_INSTALL that no administrator has removed, and that are free. */
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
