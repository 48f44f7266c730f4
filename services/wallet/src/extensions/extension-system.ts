import type { AnyExtension } from '@satchel/extension-sdk/extension'

/** An extension that is built in or installed. */
export interface PresentExtension {
  readonly definition: AnyExtension
  /** `js`: its code runs in the sandbox. */
  readonly runtime: 'built-in' | 'declarative' | 'js'
  /** False: switched off, on SERVICE_DISABLED_EXTENSIONS, or not for this version of the service. */
  readonly available: boolean
  /** Only administrators see and use it. */
  readonly adminOnly: boolean
  /** For a package whose pages show its files in frames. */
  readonly frames?: FrameFiles | undefined
}

/** The files for frames of one version of a package. */
export interface FrameFiles {
  /** Digest of its archive. */
  readonly version: string
  readonly names: ReadonlySet<string>
  /** `name` is one of `names`. */
  read(name: string): Promise<Buffer>
}

/** All available extensions: built-ins and installed packages. */
export interface ExtensionSystem {
  find(extId: string): PresentExtension | undefined
  list(): readonly PresentExtension[]
  /**
   * Called after a change of the result of the two methods above, in any process. Returns a function that removes the
   * listener.
   */
  onChange(listener: () => void): () => void
}
