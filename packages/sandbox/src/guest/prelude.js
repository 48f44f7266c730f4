/* Runs in the sandbox before a package: what its code finds there, and the way in and out. Nothing here is trusted. */
;(() => {
  const host = globalThis.satchelHost
  delete globalThis.satchelHost

  /** Answered before it returns. */
  const ask = (name, args) => JSON.parse(host('ask', name, JSON.stringify(args)))
  const valueOf = (answer) => {
    if (answer.error !== undefined) throw toError(answer.error)
    return answer.value
  }
  /** A call of the context, answered before it returns. */
  const askHost = (name, args) => valueOf(ask(`host ${name}`, args))

  const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const random = (bytes) => bytesOf(ask('random', [bytes]))
  const define = (target, name, value) =>
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false })

  define(Math, 'random', () => new DataView(random(8).buffer).getUint32(0) / 2 ** 32)
  define(globalThis, 'crypto', {
    getRandomValues(array) {
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(random(array.byteLength))
      return array
    },
    randomUUID() {
      const bytes = random(16)
      bytes[6] = (bytes[6] & 0x0f) | 0x40
      bytes[8] = (bytes[8] & 0x3f) | 0x80
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  })

  /** The engine's own takes a text only. */
  const TextParams = URLSearchParams
  globalThis.URLSearchParams = class URLSearchParams extends TextParams {
    constructor(init = '') {
      const isList = typeof init === 'object' && init !== null
      super(isList ? '' : init)
      if (!isList) return
      for (const [name, value] of init[Symbol.iterator] === undefined ? Object.entries(init) : init) {
        this.append(name, value)
      }
    }
  }

  /** The engine's `URL` lacks these. */
  const paramsOf = new WeakMap()
  Object.defineProperty(URL.prototype, 'searchParams', {
    configurable: true,
    get() {
      const known = paramsOf.get(this)
      if (known !== undefined) return known
      const params = new URLSearchParams(this.search)
      paramsOf.set(this, params)
      for (const method of ['append', 'delete', 'set', 'sort']) {
        define(params, method, (...args) => {
          URLSearchParams.prototype[method].apply(params, args)
          this.search = params.toString()
        })
      }
      return params
    },
  })
  define(URL, 'parse', (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null))

  class Format {
    #call
    #locale
    #options
    constructor(call, locale = 'en', options = {}) {
      this.#call = call
      this.#locale = Array.isArray(locale) ? (locale[0] ?? 'en') : locale
      this.#options = { ...options }
      this.resolvedOptions()
    }
    resolvedOptions() {
      return ask(this.#call, [this.#locale, this.#options, null])
    }
    formatToParts(value) {
      return ask(this.#call, [this.#locale, this.#options, Number(value)])
    }
    format(value) {
      return this.formatToParts(value)
        .map((part) => part.value)
        .join('')
    }
  }
  const formatClass = (call) =>
    class extends Format {
      constructor(locale, options) {
        super(call, locale, options)
      }
      formatToParts(value = Date.now()) {
        return super.formatToParts(value)
      }
    }
  define(globalThis, 'Intl', {
    NumberFormat: formatClass('numberFormat'),
    DateTimeFormat: formatClass('dateFormat'),
  })

  /** What `reject` of the SDK throws, made here for what the host rejects. The SDK knows it by its mark. */
  const REJECTION = Symbol.for('satchel.rejection')
  const toError = (error) => {
    if (error.kind === 'rejection') {
      const { status, detail, retryAfterSeconds } = error
      return Object.assign(new Error(detail), {
        [REJECTION]: true,
        name: 'Rejection',
        status,
        detail,
        retryAfterSeconds,
      })
    }
    return Object.assign(new Error(error.message), error.kind === 'host' && { hostError: error.number })
  }
  const fromError = (thrown) => {
    if (thrown?.[REJECTION] === true) {
      const { status, detail, retryAfterSeconds } = thrown
      return { kind: 'rejection', status, detail, retryAfterSeconds }
    }
    const message = String(thrown?.message ?? thrown).slice(0, 1000)
    if (typeof thrown?.hostError === 'number') return { kind: 'host', number: thrown.hostError, message }
    return { kind: 'thrown', message, stack: String(thrown?.stack ?? '').slice(0, 4000) }
  }

  let definition
  const waiting = new Map()
  let calls = 0
  const call = (name, args) => {
    calls += 1
    host('call', '', JSON.stringify({ call: calls, name, args: withoutUndefined(args) }))
    return new Promise((resolve, reject) => {
      waiting.set(calls, { resolve, reject })
    })
  }
  const notice = (name, args) => host('notice', '', JSON.stringify({ name, args: withoutUndefined(args) }))
  /** JSON has no `undefined`: at the end of a list it is left out, elsewhere it is null. */
  const withoutUndefined = (args) => {
    let length = args.length
    while (length > 0 && args[length - 1] === undefined) length -= 1
    return args.slice(0, length)
  }
  define(globalThis, 'console', {
    log: (...words) => notice('log.info', [words.map(String).join(' ')]),
    info: (...words) => notice('log.info', [words.map(String).join(' ')]),
    warn: (...words) => notice('log.warn', [words.map(String).join(' ')]),
    error: (...words) => notice('log.warn', [words.map(String).join(' ')]),
  })

  const SYNC = new Set([
    'targets.feeReserveSat',
    'visitor.failures',
    'chain.supports',
    'nostr.keyOf',
    'nostr.read',
    'seal',
    'unseal',
    'decode',
  ])
  const NOTICES = new Set(['visitor.recordFailure', 'increment', 'log.info', 'log.warn'])
  const STORE = ['get', 'find', 'count', 'insert', 'update', 'remove']
  /** A patch says with `undefined` that a value goes; JSON says it with null in a list of names. */
  const storeOf = (kind) =>
    Object.fromEntries(
      STORE.map((method) => [
        method,
        (...args) => {
          if (method !== 'update') return call(`store.${method}`, [kind, ...args])
          const [id, patch] = args
          const gone = Object.keys(patch).filter((name) => patch[name] === undefined)
          return call('store.update', [kind, id, patch, gone])
        },
      ]),
    )
  const setAt = (target, path, value) => {
    const names = path.split('.')
    const last = names.pop()
    let place = target
    for (const name of names) place = place[name] ??= {}
    place[last] = value
  }
  const contextOf = ({ may, values }) => {
    const context = {
      items: storeOf('items'),
      table: storeOf,
      now: () => Date.now(),
      randomId: (bytes = 16) => ask('random', [bytes]),
      hash: (text) => ask('hash', [text]),
    }
    for (const [name, value] of Object.entries(values)) setAt(context, name, value)
    context.url = (path) => `${values.base}${path}`
    for (const name of may) {
      const use = SYNC.has(name) ? askHost : NOTICES.has(name) ? notice : call
      setAt(context, name, (...args) => use(name, args))
    }
    return context
  }

  globalThis.satchelInstall = (given) => {
    if (typeof given !== 'object' || given === null) throw new Error('the package has no default export')
    definition = given
  }
  globalThis.satchelEnter = (text) => {
    const { call: wanted, facts } = JSON.parse(text)
    const end = (ended) => host('end', '', JSON.stringify(ended))
    try {
      let target = definition
      let owner
      for (const name of wanted.path) {
        owner = target
        target = Object.hasOwn(target, name) ? target[name] : undefined
        if (target === undefined) throw new Error(`the package has no ${wanted.path.join(' ')}`)
      }
      const args = wanted.args.slice()
      if (wanted.contextAt !== undefined) args.splice(wanted.contextAt, 0, contextOf(facts))
      Promise.resolve(Reflect.apply(target, owner, args)).then(
        (value) => end({ value }),
        (thrown) => end({ error: fromError(thrown) }),
      )
    } catch (thrown) {
      end({ error: fromError(thrown) })
    }
  }
  globalThis.satchelAnswer = (text) => {
    const { call: number, answer } = JSON.parse(text)
    const waiter = waiting.get(number)
    waiting.delete(number)
    if (answer.error !== undefined) waiter?.reject(toError(answer.error))
    else waiter?.resolve(answer.value)
  }
})()
