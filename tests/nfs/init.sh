#!/bin/bash
# The first process of the machine that run.py starts: an NFS server, a client of it for each node of Slurm and one for those who submit, all
# with caches of their own; then a command. REPOSITORY and WORK are folders of the machine outside.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t tmpfs none /run
mkdir -p /dev/shm /dev/pts
mount -t tmpfs none /dev/shm
mount -t tmpfs none /mnt
mkdir /mnt/{repository,work,lib,served,nfs}
mount --bind "$REPOSITORY" /mnt/repository
mount --bind "$WORK" /mnt/work
# What may lie in the outer machine's folder for temporary files stays where it was.
mount -t tmpfs none /tmp
mkdir -p "$REPOSITORY" "$WORK"
mount --bind /mnt/repository "$REPOSITORY"
mount --bind /mnt/work "$WORK"
ip link set lo up
# Slurm asks for names of hosts that have addresses besides 127.0.0.1.
ip address add 10.0.0.1/32 dev lo
hostname localhost
# It looks for cgroups, and uses none.
mount -t tmpfs none /sys/fs/cgroup
mkdir /sys/fs/cgroup/systemd
mount -t cgroup -o none,name=systemd none /sys/fs/cgroup/systemd

ln -s /usr/lib/uml/modules /mnt/lib/modules
for module in nfsd nfs nfsv4; do modprobe -d /mnt $module || exit; done
mount -t nfsd none /proc/fs/nfsd
mount -t tmpfs none /var/lib/nfs
mkdir -p /var/lib/nfs/{sm,v4recovery,rpc_pipefs}
touch /var/lib/nfs/{etab,rmtab,state}
mount -t tmpfs -o size=2g none /mnt/served
# One that is soon full.
mkdir /mnt/served/small
mount -t tmpfs -o size=8m none /mnt/served/small
exportfs -o rw,no_root_squash,no_subtree_check,insecure,fsid=0 127.0.0.1:/mnt/served
exportfs -o rw,no_root_squash,no_subtree_check,insecure,fsid=1 127.0.0.1:/mnt/served/small
rpc.mountd -N 2 -N 3
rpc.nfsd -N 3 -V 4.2 8
for client in here n1 n2 n3 n4; do
    mkdir /mnt/nfs/$client
    mount -t nfs -o vers=4.2,nosharecache $OPTIONS 127.0.0.1:/ /mnt/nfs/$client || exit
done

export SYCL_HLS_TEST_NFS=/mnt/nfs
set -a; . "$WORK/environment"; set +a
cd "$REPOSITORY" && bash "$WORK/command" > "$WORK/output" 2>&1
echo $? > "$WORK/code"
sync
echo o > /proc/sysrq-trigger
sleep 9
