/** A port on loopback where connections are refused: too low for the system to give it to a program that asks for any. */
export const REFUSING_PORT = 1
