/** A wallet's webhook secrets. Stored as the secret itself, or after a rotation as JSON with the old one. */
export interface WebhookSecrets {
  readonly current: string
  /** The previous secret also signs until a day after the rotation, so that receivers can switch. */
  readonly previous: string | undefined
}

const BOTH_FOR_SECONDS = 24 * 60 * 60

interface Rotated {
  readonly current: string
  readonly previous: string
  readonly rotated_at: number
}

/** `at`: Unix seconds. */
export function readWebhookSecrets(stored: string, at: number): WebhookSecrets {
  if (!stored.startsWith('{')) return { current: stored, previous: undefined }
  const { current, previous, rotated_at } = JSON.parse(stored) as Rotated
  return { current, previous: at < rotated_at + BOTH_FOR_SECONDS ? previous : undefined }
}

/** The text to store when `fresh` replaces the current secret. */
export function rotateWebhookSecrets(stored: string, fresh: string, at: number): string {
  const { current } = readWebhookSecrets(stored, at)
  return JSON.stringify({ current: fresh, previous: current, rotated_at: at } satisfies Rotated)
}
