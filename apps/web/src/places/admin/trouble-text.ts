import { type TextKey, t } from '../../language/language.ts'

const TEXTS: Readonly<Record<string, readonly [title: TextKey, advice: TextKey]>> = {
  setting_wrong: ['admin.trouble-setting-wrong', 'admin.trouble-setting-wrong-do'],
  wrong_network: ['admin.trouble-wrong-network', 'admin.trouble-wrong-network-do'],
  certificate_untrusted: ['admin.trouble-certificate-untrusted', 'admin.trouble-certificate-untrusted-do'],
  credential_refused: ['admin.trouble-credential-refused', 'admin.trouble-credential-refused-do'],
  clock_apart: ['admin.trouble-clock-apart', 'admin.trouble-clock-apart-do'],
  locked: ['admin.trouble-locked', 'admin.trouble-locked-do'],
  starting: ['admin.trouble-starting', 'admin.trouble-starting-do'],
  unreachable: ['admin.trouble-unreachable', 'admin.trouble-unreachable-do'],
  out_of_sync: ['admin.trouble-out-of-sync', 'admin.trouble-out-of-sync-do'],
  no_coins: ['admin.trouble-no-coins', 'admin.trouble-no-coins-do'],
}

/** Meaning and advice of a node's trouble; an unknown kind shows its id. */
export function troubleText(kind: string): { readonly title: string; readonly advice: string | undefined } {
  const found = TEXTS[kind]
  return found === undefined ? { title: kind, advice: undefined } : { title: t(found[0]), advice: t(found[1]) }
}
