import type { AllowedCallers } from '@stet/api'

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']
const HTTP_PORT = 80

/** The names by which this machine reaches itself, with the one port that is ours. */
export function allowedCallers(port: number): AllowedCallers {
  const hosts = LOOPBACK_NAMES.flatMap(name => (port === HTTP_PORT ? [name, `${name}:${port}`] : [`${name}:${port}`]))
  return {
    hosts,
    origins: LOOPBACK_NAMES.map(name => (port === HTTP_PORT ? `http://${name}` : `http://${name}:${port}`)),
  }
}
