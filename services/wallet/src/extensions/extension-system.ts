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
  /** Of a package whose pages show files of it in frames. */
  readonly frames?: FrameFiles | undefined
}

/** What the frames of one version of a package consist of. */
export interface FrameFiles {
  /** Digest of its archive. */
  readonly version: string
  readonly names: ReadonlySet<string>
  /** `name` is one of `names`. */
  read(name: string): Promise<Buffer>
}

/** What is there to run: the built-ins, and the packages that were installed. */
export interface ExtensionSystem {
  find(extId: string): PresentExtension | undefined
  list(): readonly PresentExtension[]
  /** Called after anything that the two above say has changed, in this process or another. Returns the way to stop. */
  onChange(listener: () => void): () => void
}
