import type { AnyExtension } from '@satchel/extension-sdk/extension'

/** An extension whose code or description is on this installation. */
export interface PresentExtension {
  readonly definition: AnyExtension
  /** `js`: its code runs in the sandbox. */
  readonly runtime: 'built-in' | 'declarative' | 'js'
  /** False: switched off, on SERVICE_DISABLED_EXTENSIONS, or not for this version of the service. */
  readonly available: boolean
  /** Only administrators see and use it. */
  readonly adminOnly: boolean
}

/** What is there to run: the built-ins, and the packages that were installed. */
export interface ExtensionSystem {
  find(extId: string): PresentExtension | undefined
  list(): readonly PresentExtension[]
  /** Called after anything that the two above say has changed, in this process or another. Returns the way to stop. */
  onChange(listener: () => void): () => void
}
