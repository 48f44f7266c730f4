// Runs in the browser on /docs and /redoc: search on both; on /docs the log-in box and the forms that send requests.
import { credential, openLogIn } from './log-in.js'
import { openTrying } from './try-operation.js'

openSearch()
if (document.body.dataset.kind === 'try') {
  openLogIn()
  openTrying(credential)
}
followHash()
addEventListener('hashchange', followHash)

/** Shows the operations that have every word; their chapters, and no others. */
function openSearch() {
  const box = document.querySelector('search')
  const input = box.querySelector('input')
  const found = box.querySelector('#found')
  const operations = [...document.querySelectorAll('.operation')]
  let texts
  box.hidden = false
  const show = () => {
    texts ??= operations.map((one) => `${one.id} ${one.textContent}`.toLowerCase())
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    operations.forEach((one, at) => {
      one.hidden = !words.every((word) => texts[at].includes(word))
    })
    for (const section of document.querySelectorAll('.tag, .chapter')) {
      section.hidden = words.length > 0 && section.querySelector('.operation:not([hidden])') === null
    }
    for (const other of document.querySelectorAll('#introduction, #schemas')) other.hidden = words.length > 0
    const count = operations.filter((one) => !one.hidden).length
    found.textContent = words.length === 0 ? '' : `${count} of ${operations.length} operations`
  }
  input.addEventListener('input', show)
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return
    event.preventDefault()
    input.focus()
  })
}

/** Opens the operation of the address; also for addresses as other readers of OpenAPI write them: `#/tag/operationId`. */
function followHash() {
  const name = decodeURIComponent(location.hash.slice(1))
  const target = document.getElementById(name) ?? document.getElementById(name.split('/').at(-1))
  const operation = target?.closest('details.operation')
  if (operation) operation.open = true
  if (target && target.id !== name) target.scrollIntoView()
}
