/** From the most specific code to the least: of several troubles at a time the first explains most. */
export const TROUBLE_KINDS = [
  'setting_wrong',
  'wrong_network',
  'certificate_untrusted',
  'credential_refused',
  'clock_apart',
  'locked',
  'starting',
  'unreachable',
  'out_of_sync',
  'no_coins',
] as const
export type TroubleKind = (typeof TROUBLE_KINDS)[number]

/** Why a node does not answer, or not as it should. Nothing follows from it for the outcome of a payment. */
export interface NodeTrouble {
  readonly kind: TroubleKind
  /** What the operator must change. */
  readonly variable?: string | undefined
  /** For the operator, without secrets. */
  readonly detail: string
}

export interface CurrentTrouble extends NodeTrouble {
  /** Unix seconds. */
  readonly since: number
}

/** The current troubles of one node. */
export interface Troubles {
  /** The trouble of this subject; undefined = none. */
  note(subject: string, trouble: NodeTrouble | undefined): void
  /** Ends the troubles of subjects with this prefix. */
  clear(start: string): void
  /** The most specific first. */
  now(): readonly CurrentTrouble[]
  /** In one line, with the name of the variable for this node. */
  describe(trouble: NodeTrouble): string
}

export const describeTrouble = ({ variable, detail }: NodeTrouble): string =>
  variable === undefined ? detail : `${variable}: ${detail}`

/** With these the node does answer: an error of a call has another cause. */
const ANSWERING: ReadonlySet<TroubleKind> = new Set(['clock_apart', 'out_of_sync', 'no_coins'])

export const keepsFromAnswering = ({ kind }: NodeTrouble): boolean => !ANSWERING.has(kind)
