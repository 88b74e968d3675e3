/** Origin of a request, as far as it is known. */
export interface Caller {
  /** Key under which requests of one address are counted. */
  address: string;
  /** The IPv6 /48 of the address; undefined for IPv4. */
  network?: string | undefined;
  /** The browser's self-assigned random id; undefined for clients without one. */
  device: string | undefined;
  /** The device mark that the browser sent, not verified. `http/device-marks.ts` verifies it. */
  mark?: string | undefined;
}
