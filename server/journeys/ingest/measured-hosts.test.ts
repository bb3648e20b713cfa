import { measuredHosts } from './measured-hosts';

describe('measured hosts', () => {
  const page = 'https://elsewhere.example/';
  const none = { measuredHostsOnly: true, domain: null, url: null, senderDomains: [], moreHosts: null };

  it('exclude nothing while the switch is off', () => {
    expect(measuredHosts({ ...none, measuredHostsOnly: false, domain: 'shop.example' }).excludes(page)).toBe(
      false,
    );
  });

  it('exclude nothing of a product without any host', () => {
    expect(measuredHosts(none).excludes(page)).toBe(false);
  });

  it('take a domain with www for the whole site', () => {
    const hosts = measuredHosts({ ...none, domain: 'www.shop2.example' });
    expect(['www', 'secure'].map((name) => hosts.has(`${name}.shop2.example`))).toEqual([true, true]);
    expect([hosts.has('shop2.example'), hosts.has('shop.example')]).toEqual([true, false]);
  });

  it('read further hosts from lists with any comma and from lines', () => {
    const hosts = measuredHosts({ ...none, moreHosts: 'a.example、B.example，c.example\nd.example' });
    expect(['a', 'b', 'c', 'd', 'e'].map((name) => hosts.has(`${name}.example`))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
