import { defineGrant } from '../../access/shown-credential.ts'
import type { SettingName, SettingValues } from '../../config/settings.ts'
import { type Actor, noteInAuditLog } from '../../events/audit-log.ts'
import { forgetSetting, storeSetting } from './setting-changes.ts'

export interface ChangeSettings {
  readonly set: Partial<SettingValues>
  /** Names to reset to the environment's value. */
  readonly reset: readonly SettingName[]
  readonly actor: Actor
  readonly at: number
}

/** Changes all of them or none, each with a line in the audit log. */
export const changeSettings = defineGrant({
  name: 'change-settings',
  run: async (tx, { set, reset, actor, at }: ChangeSettings): Promise<void> => {
    for (const [subject, value] of Object.entries(set)) {
      await tx.run(storeSetting(subject as SettingName, value))
      await tx.run(noteInAuditLog({ actor, action: 'setting-changed', subject, detail: { value }, at }))
    }
    for (const subject of reset) {
      if ((await tx.run(forgetSetting(subject))) === 0) continue
      await tx.run(noteInAuditLog({ actor, action: 'setting-reset', subject, at }))
    }
  },
})
