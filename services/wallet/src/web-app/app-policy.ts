/** The Content-Security-Policy of the app: scripts and calls of this service only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types satchel',
] as const

/** A worker has the policy of its own file. The scanner reads codes in WebAssembly; the page cannot run any. */
const SCANNER_POLICY = ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'"] as const

const COMMON = {
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  Vary: 'Accept-Encoding',
} as const

export const APP_HEADERS = { ...COMMON, 'Content-Security-Policy': POLICY.join('; ') }

export const SCANNER_HEADERS = { ...COMMON, 'Content-Security-Policy': SCANNER_POLICY.join('; ') }
