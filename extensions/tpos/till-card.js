// A card that pays is held to the device: where the browser can read one (NFC on Android).

export const canReadCards = () => 'NDEFReader' in window

/** Reads one card and collects the sale from it; returns the text to show. `pay`: where to send the card's LNURL. */
export async function collectFromCard(pay, signal) {
  const reader = new window.NDEFReader()
  await reader.scan({ signal })
  return new Promise((resolve) => {
    reader.addEventListener(
      'reading',
      async ({ message }) => {
        const lnurl = linkOf(message)
        resolve(lnurl === undefined ? 'This card cannot pay.' : await send(pay, lnurl))
      },
      { once: true, signal },
    )
  })
}

function linkOf({ records }) {
  for (const { recordType, data } of records) {
    const text = new TextDecoder().decode(data)
    if (recordType === 'url' || /^lnurl/i.test(text)) return text
  }
  return undefined
}

async function send(pay, lnurl) {
  try {
    const answer = await fetch(pay, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'Accept-Language': document.documentElement.lang,
      },
      body: JSON.stringify({ lnurl }),
    })
    return (await answer.json()).detail
  } catch {
    return 'The service could not be reached. Please try again.'
  }
}
