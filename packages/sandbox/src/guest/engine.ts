import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EvalFlags, type ExtensionDescriptor, QuickJS, type QuickJSOptions, type Snapshot } from 'quickjs-wasi'
import { LIMITS } from '../limits.ts'
import { cpuMs } from './cpu-ms.ts'
import type { GuestPort } from './guest-port.ts'
import { callNative } from './natives.ts'

const fileOf = (name: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(name)))

const PRELUDE = readFileSync(new URL('prelude.js', import.meta.url), 'utf8')

/** `encoding` before `url`. Their globals exist before a package is loaded. */
const PARTS = ['encoding', 'url']

/** Compiled once. Instances share the code, and have a memory each. */
export async function openEngine() {
  const wasm = await WebAssembly.compile(fileOf('quickjs-wasi/quickjs.wasm'))
  const extensions: ExtensionDescriptor[] = await Promise.all(
    PARTS.map(async (name) => ({
      name,
      wasm: await WebAssembly.compile(fileOf(`quickjs-wasi/${name}.so`)),
    })),
  )
  return { wasm, extensions }
}

export type Engine = Awaited<ReturnType<typeof openEngine>>

/** The state of one instance that its imports read. */
interface Clockwork {
  now: number
  deadline: number
  /** Set even if the guest has caught the error. */
  isOver: boolean
  port: GuestPort | undefined
}

/** The error as the engine reports it. */
const INTERRUPTED = 'interrupted'
const HOST = 'satchelHost'

/** An instance with one extension; it can be reset to the state after loading. */
export class Instance {
  readonly #vm: QuickJS
  readonly #memory: () => Uint8Array
  readonly #clockwork: Clockwork
  readonly #enter
  readonly #answer
  readonly #undefined
  readonly #loaded: Uint8Array

  private constructor(vm: QuickJS, memory: () => Uint8Array, clockwork: Clockwork) {
    this.#vm = vm
    this.#memory = memory
    this.#clockwork = clockwork
    vm.registerHostCallback(HOST, (...given) => {
      const [kind = '', name = '', text = ''] = given.map((one) => one.toString())
      const { port } = clockwork
      if (port === undefined) throw new Error('nothing can be asked of the host while a package is loaded')
      if (kind === 'ask') return vm.newString(port.ask(name, text))
      port.keep(kind, text)
      return this.#undefined
    })
    this.#enter = vm.global.getProp('satchelEnter')
    this.#answer = vm.global.getProp('satchelAnswer')
    // The library stores this value in the memory on its first read: read it before the memory is copied.
    this.#undefined = vm.undefined
    this.#loaded = memory().slice()
  }

  /** Loads a package. Throws what its code throws. */
  static async load(engine: Engine, source: string): Promise<Snapshot> {
    const clockwork: Clockwork = { now: 0, deadline: cpuMs() + LIMITS.loadMs, isOver: false, port: undefined }
    const { options } = optionsOf(engine, clockwork)
    const load = (name: string): string => {
      if (name === 'package') return source
      throw new Error('a package is one module: it imports nothing')
    }
    const vm = await QuickJS.create({
      ...options,
      moduleLoader: { normalize: (_base: string, name: string) => name, load },
    })
    const host = vm.newFunction(HOST, (...given) => {
      const [kind = '', name = '', text = ''] = given.map((one) => one.toString())
      if (kind !== 'ask') throw new Error('nothing can be asked of the host while a package is loaded')
      return vm.newString(callNative(name, text))
    })
    vm.setProp(vm.global, HOST, host)
    host.dispose()
    vm.evalCode(PRELUDE, 'prelude').dispose()
    const installed = vm.evalCode(
      `import definition from 'package'; satchelInstall(definition)`,
      'install',
      EvalFlags.TYPE_MODULE,
    )
    vm.executePendingJobs()
    if (installed.promiseState === 0) throw new Error('it awaits something while it is loaded')
    const result = await vm.resolvePromise(installed)
    if ('error' in result) throw new Error(result.error.toString())
    result.value.dispose()
    installed.dispose()
    vm.unregisterHostCallback(HOST)
    const snapshot = vm.snapshot()
    vm.dispose()
    return snapshot
  }

  static async open(engine: Engine, snapshot: Snapshot): Promise<Instance> {
    const clockwork: Clockwork = { now: 0, deadline: Number.POSITIVE_INFINITY, isOver: false, port: undefined }
    const { options, memory } = optionsOf(engine, clockwork)
    const vm = await QuickJS.restore(snapshot, options)
    return new Instance(vm, memory, clockwork)
  }

  /** Begins a run; throws when the sandbox has ended it. */
  enter(port: GuestPort, now: number, call: string): void {
    this.#clockwork.port = port
    this.#run(now, () => this.#call(this.#enter, call))
  }

  /** Continues a run that waits for an answer. */
  answer(now: number, answer: string): void {
    this.#run(now, () => this.#call(this.#answer, answer))
  }

  /** Resets the instance to the state after loading. False: its memory has grown, so it cannot be reused. */
  reset(): boolean {
    this.#clockwork.port = undefined
    const memory = this.#memory()
    if (memory.length !== this.#loaded.length) return false
    memory.set(this.#loaded)
    return true
  }

  dispose(): void {
    this.#vm.dispose()
  }

  #run(now: number, work: () => void): void {
    this.#clockwork.now = now
    this.#clockwork.isOver = false
    this.#clockwork.deadline = cpuMs() + LIMITS.sliceMs
    work()
    this.#vm.executePendingJobs()
    if (this.#clockwork.isOver) throw new Error(INTERRUPTED)
  }

  #call(entry: ReturnType<QuickJS['newString']>, text: string): void {
    const handle = this.#vm.newString(text)
    this.#vm.callFunction(entry, this.#undefined, handle).dispose()
    handle.dispose()
  }
}

function optionsOf({ wasm, extensions }: Engine, clockwork: Clockwork) {
  let memory: WebAssembly.Memory | undefined
  const options: QuickJSOptions = {
    wasm,
    extensions: [...extensions],
    memoryLimit: LIMITS.memoryBytes,
    maxStackSize: LIMITS.stackBytes,
    timezoneOffset: 0,
    interruptHandler: () => (clockwork.isOver ||= cpuMs() > clockwork.deadline),
    wasi: (own) => {
      memory = own
      return {
        clock_time_get(_clock, _precision, result) {
          new DataView(own.buffer).setBigUint64(result, BigInt(clockwork.now) * 1_000_000n, true)
          return 0
        },
        // Output of the engine itself.
        fd_write: () => 8,
      }
    },
  }
  return {
    options,
    memory(): Uint8Array {
      if (memory === undefined) throw new Error('the engine has not asked for its memory')
      return new Uint8Array(memory.buffer)
    },
  }
}
