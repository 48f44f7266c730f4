interface Policy {
  createScriptURL(url: string): unknown
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy
}

let policy: Policy | undefined

/** The only Trusted Types policy (`satchel`): allows worker scripts of this origin. */
export function trustedScriptUrl(url: string): URL {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const checked = ownScript(url)
  if (trustedTypes === undefined) return checked as unknown as URL
  policy ??= trustedTypes.createPolicy('satchel', { createScriptURL: ownScript })
  return policy.createScriptURL(checked) as URL
}

function ownScript(url: string): string {
  const { origin, pathname } = new URL(url, location.href)
  if (origin !== location.origin || !pathname.startsWith('/app/')) throw new TypeError('not a script of this app')
  return url
}
