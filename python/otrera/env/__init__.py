"""Environments for learning: PettingZoo's `amazons_v0` for two agents, Gymnasium's `otrera/Amazons-v0`
for one seat.

Importing this module registers both names: `gymnasium.make("otrera/Amazons-v0", opponent="greedy",
board="6x6")` and, from PettingZoo 1.27 on, `pettingzoo.make("aec", "otrera/amazons-v0")`. They need the
extra `env`: `pip install 'otrera[env]'`.
"""

from importlib.util import find_spec

GYMNASIUM_ID = "otrera/Amazons-v0"
PETTINGZOO_ID = "otrera/amazons-v0"


def _register() -> None:
    if find_spec("gymnasium") is not None:
        import gymnasium

        if GYMNASIUM_ID not in gymnasium.registry:
            gymnasium.register(GYMNASIUM_ID, entry_point="otrera.env.seat:AmazonsEnv")
    if find_spec("pettingzoo") is not None:
        import pettingzoo

        # PettingZoo has had a registry since 1.27.
        register = getattr(pettingzoo, "register", None)
        if register is not None and PETTINGZOO_ID not in pettingzoo.aec_registry:
            register("aec", PETTINGZOO_ID, entry_point="otrera.env.amazons_v0:env")


_register()
