import { addressList, type AddressList } from '../../../shared/address-list';
import { ExcludedReason } from '../../../shared/catalog';
import { userAgentFacts } from './user-agent';

const compiled = new Map<string, AddressList>();

/** A product's excluded IPs, compiled and kept while they are in use: every batch asks for the same few. */
export function exclusionsOf(text: string | null): AddressList {
  const key = text ?? '';
  let list = compiled.get(key);
  if (!list) {
    if (compiled.size >= 200) compiled.clear();
    list = addressList(text);
    compiled.set(key, list);
  }
  return list;
}

/** Why what came from there with this user agent counts nowhere; null when it counts. An excluded address is told before a bot. */
export function reasonOf(excludedIp: boolean, ua: string | null): ExcludedReason | null {
  if (excludedIp) return ExcludedReason.IP;
  return userAgentFacts(ua).isBot ? ExcludedReason.BOT : null;
}
