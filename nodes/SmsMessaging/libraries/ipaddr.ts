/** IP addresses and ranges. */
export { IPv4, IPv6 } from 'ipaddr.js';
