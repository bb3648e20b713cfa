import { addressList, type AddressList } from '../../../shared/address-list';
import { ExcludedReason } from '../../../shared/catalog';
import { userAgentFacts } from './user-agent';

const compiled = new Map<string, AddressList>();

/** Compiles a product's excluded IPs, with a cache: every batch needs the same few lists. */
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

/** Returns the reason why an event is excluded; null if it counts. An excluded address comes before a bot. */
export function reasonOf(excludedIp: boolean, ua: string | null): ExcludedReason | null {
  if (excludedIp) return ExcludedReason.IP;
  return userAgentFacts(ua).isBot ? ExcludedReason.BOT : null;
}
