// The credential of this tab. It is in sessionStorage alone, so it ends with the tab.
const KEY = 'satchel-docs-credential'

/** `{ scheme, header, value }`, or undefined. */
export function credential() {
  const stored = sessionStorage.getItem(KEY)
  return stored === null ? undefined : JSON.parse(stored)
}

export function openLogIn() {
  const box = document.querySelector('#log-in')
  if (box === null) return
  const details = box.querySelector('details')
  const problem = box.querySelector('#log-in-problem')
  const bearer = box.querySelector('form[data-prefix="Bearer "]')
  const show = () => {
    const now = credential()
    box.querySelector('#credential').textContent =
      now === undefined ? 'Not logged in.' : `Logged in with ${now.scheme}.`
    box.querySelector('#log-out').hidden = now === undefined
  }
  const keep = (form, secret) => {
    const { scheme, header, prefix } = form.dataset
    sessionStorage.setItem(KEY, JSON.stringify({ scheme, header, value: prefix + secret }))
    for (const one of box.querySelectorAll('form')) one.reset()
    problem.textContent = ''
    details.open = false
    details.querySelector('summary').focus()
    show()
  }
  const take = async (form) => {
    const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
    if (form.dataset.path === undefined) return keep(form, given.secret.trim())
    const answer = await logIn(form.dataset.path, given)
    if (answer.token === undefined) problem.textContent = answer.problem
    else keep(bearer, answer.token)
  }
  box.addEventListener('submit', (event) => {
    event.preventDefault()
    void take(event.target)
  })
  box.querySelector('#log-out').addEventListener('click', () => {
    sessionStorage.removeItem(KEY)
    show()
  })
  box.hidden = false
  show()
}

async function logIn(path, given) {
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(given), credentials: 'omit' })
    const { access_token: token, detail } = await answer.json()
    return token ? { token } : { problem: String(detail) }
  } catch {
    return { problem: 'The service does not answer.' }
  }
}
