import { locale } from '../language/language.ts'
import { call } from './call.ts'

/** `unable`: the browser lacks push, forbids it here, or runs no service worker. */
export type PushState = 'unable' | 'off' | 'on'

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined

/** Whether this browser shows messages of the service. */
export async function readSubscription(): Promise<PushState> {
  const registration = await registered()
  if (registration === undefined || !('pushManager' in registration)) return 'unable'
  if (Notification.permission === 'denied') return 'unable'
  return (await registration.pushManager.getSubscription()) === null ? 'off' : 'on'
}

/** Asks for the browser's permission and registers the subscription at the service. */
export async function subscribe(key: string): Promise<void> {
  const registration = await registered()
  if (registration === undefined || (await Notification.requestPermission()) !== 'granted') return
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = made.toJSON()
  const { p256dh = '', auth = '' } = keys
  try {
    await call('POST /api/v1/push/subscriptions', { body: { endpoint, keys: { p256dh, auth }, locale: locale() } })
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
}

export async function unsubscribe(): Promise<void> {
  const made = await (await registered())?.pushManager.getSubscription()
  if (made === null || made === undefined) return
  await call('DELETE /api/v1/push/subscriptions', { body: { endpoint: made.endpoint } })
  await made.unsubscribe()
}
