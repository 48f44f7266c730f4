// Sends an operation with what its form says, and shows the answer.

/** `credential` answers what the person has logged in with. */
export function openTrying(credential) {
  for (const form of document.querySelectorAll('form.try')) {
    form.hidden = false
    const examples = form.querySelector('select')
    examples?.addEventListener('change', () => {
      form.querySelector('textarea').value = examples.value
    })
  }
  document.querySelector('main').addEventListener('submit', (event) => {
    event.preventDefault()
    void tryOut(event.target, credential())
  })
}

async function tryOut(form, credential) {
  const [status, shown, button] = ['.status', '.answer', 'button'].map((one) => form.querySelector(one))
  button.disabled = true
  status.textContent = 'Waiting for the answer.'
  const { line, text } = await send(form, credential)
  status.textContent = line
  shown.textContent = text
  shown.hidden = text === ''
  button.disabled = false
}

async function send(form, credential) {
  const { method, schemes, type } = form.dataset
  const url = addressOf(form)
  const headers = new Headers()
  for (const { value, name } of inputsIn(form, 'header')) if (value !== '') headers.set(name, value)
  if (credential !== undefined && schemes.split(' ').includes(credential.scheme)) {
    headers.set(credential.header, credential.value)
  }
  const body = form.querySelector('textarea')?.value.trim()
  if (body) headers.set('content-type', type)
  const begun = performance.now()
  try {
    // Not as the session of the web app, which may be open beside this page.
    const answer = await fetch(url, { method, headers, body: body || undefined, credentials: 'omit' })
    const text = await readText(answer)
    return { line: `${answer.status} · ${method} ${url} · ${Math.round(performance.now() - begun)} ms`, text }
  } catch {
    return { line: `${method} ${url}: the service does not answer.`, text: '' }
  }
}

const inputsIn = (form, place) => [...form.querySelectorAll(`[data-in="${place}"]`)]

function addressOf(form) {
  let path = form.dataset.path
  for (const { name, value } of inputsIn(form, 'path'))
    path = path.replace(`{${name}}`, encodeURIComponent(value.trim()))
  const query = new URLSearchParams()
  for (const { name, value } of inputsIn(form, 'query')) if (value !== '') query.append(name, value)
  return query.size === 0 ? path : `${path}?${query}`
}

const MAX_SHOWN = 200_000

/** JSON indented, other text as it is; of a file its size. */
async function readText(answer) {
  const type = answer.headers.get('content-type') ?? ''
  if (!/json|text|svg|xml/.test(type)) {
    const { size } = await answer.blob()
    return size === 0 ? '' : `${type}, ${size} bytes`
  }
  const text = await answer.text()
  if (text.length > MAX_SHOWN) return `${text.slice(0, MAX_SHOWN)}\n…`
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
